import type { Profile, ProfileSample } from './profile.ts'
import type { ServerTimings, Usage } from './usage.ts'

/**
 * How a reply came to its end: terminator seen, connection just closed, an error, or `interrupted`: the app
 * itself ended first, by a crash or a power cut, and found the reply unfinished at its next start.
 */
export type StreamEnd = 'done' | 'closed' | 'failed' | 'interrupted'

/**
 * What could be confirmed after the user pressed Stop: `server`, the server said it cancelled the
 * generation; `connection`, the connection was closed, which is all that was left to do.
 */
export type StopConfirmation = 'server' | 'connection'

/** Why a reply failed, in words for the user. `title` is short, `message` is what the server said. */
export interface TurnError {
  readonly title: string
  readonly message: string
  /** Stable word for code that must tell failures apart, e.g. `http`, `connect`, `frame-too-large`. */
  readonly code?: string
  /** HTTP status, where there was one. */
  readonly status?: number
  /** Seconds the server asked to wait (`Retry-After`). */
  readonly retryAfterS?: number
}

/**
 * What a stream says, whatever server it came from. Every dialect ends here: nothing behind this type
 * knows what a frame looked like. `atMs` is milliseconds since the request was sent.
 *
 * Text events carry `deltas`, the number of deltas merged into them, because a delta is the nearest
 * thing to a token that can be counted here, and merging must not lose the count.
 */
export type StreamEvent =
  | OpenedEvent
  | { readonly type: 'model'; readonly atMs: number; readonly model: string }
  | TextEvent
  | ToolCallEvent
  | { readonly type: 'finish'; readonly atMs: number; readonly reason: string }
  | { readonly type: 'usage'; readonly atMs: number; readonly usage: Usage; readonly timings?: ServerTimings }
  | {
      readonly type: 'profile'
      readonly atMs: number
      readonly profile: Profile
      readonly samples: readonly ProfileSample[]
    }
  | PowerEvent
  | { readonly type: 'warning'; readonly atMs: number; readonly message: string; readonly excerpt: string }
  | { readonly type: 'error'; readonly atMs: number; readonly error: TurnError }
  | DoneEvent

/** Tools that measure GPU power on this Mac. */
export type PowerSource = 'macmon' | 'mactop'

/** Samples of this Mac, measured here while the turn runs; their `t` is in seconds since the send. */
export interface PowerEvent {
  readonly type: 'power'
  readonly atMs: number
  readonly source: PowerSource
  readonly samples: readonly ProfileSample[]
}

/** The response's headers have come. */
export interface OpenedEvent {
  readonly type: 'opened'
  readonly atMs: number
  /** The handle to cancel with: the id the server echoed, else the one that was minted here. */
  readonly requestId: string
  /** The address that answered, e.g. `127.0.0.1:9999`; tells which family `localhost` meant. */
  readonly address?: string
  /** The server runs a strict schema or strict tools best-effort (`X-Grammar-Constraints: downgraded`). */
  readonly grammarDowngraded?: boolean
}

/** Text of the answer or of the reasoning. */
export interface TextEvent {
  readonly type: 'content' | 'reasoning'
  readonly atMs: number
  /** When its last piece came, where pieces of several moments were merged. */
  readonly lastAtMs?: number
  readonly text: string
  readonly deltas: number
}

/** A piece of a tool call, already assigned to its call: pieces with the same `slot` belong together. */
export interface ToolCallEvent {
  readonly type: 'toolCall'
  readonly atMs: number
  /** When its last piece came, where pieces of several moments were merged. */
  readonly lastAtMs?: number
  /** Order of arrival of the call in this turn, from 0. */
  readonly slot: number
  /** The server's index, or the order of arrival where it sent none; calls are shown in this order. */
  readonly index: number
  readonly id?: string
  readonly name?: string
  readonly arguments: string
}

/** Always the last event, and always exactly one. */
export interface DoneEvent {
  readonly type: 'done'
  readonly atMs: number
  readonly end: 'done' | 'closed'
  readonly stopped?: StopConfirmation
}

/** One dispatched server-sent event: its `event:` name, if any, and its joined `data:` lines. */
export interface Frame {
  readonly event?: string | undefined
  readonly data: string
}

/**
 * Reads one server's frames as StreamEvents. Holds the state of one stream, so make one per stream.
 * Never throws on what a server sends: what cannot be read becomes a `warning`.
 */
export interface Dialect {
  /** Appends what the frame means to `out`. Does nothing once the terminator was seen. */
  frame(frame: Frame, atMs: number, out: StreamEvent[]): void
  /** Appends what a line outside the SSE grammar means to `out`; most mean nothing. */
  strayLine(line: string, atMs: number, out: StreamEvent[]): void
  /** Whether the terminator was seen: what follows it is ignored. */
  readonly finished: boolean
}
