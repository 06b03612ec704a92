import { type Arrivals, NO_ARRIVALS } from './arrivals.ts'
import type { PowerSource, StopConfirmation, StreamEnd, TurnError } from './events.ts'
import type { Profile, ProfileSample } from './profile.ts'
import type { ServerTimings, Usage } from './usage.ts'

/** A tool call as far as it has come. */
export interface ToolCall {
  /** Order of arrival, from 0; stable while the turn grows, so fit for a key. */
  readonly slot: number
  readonly index: number
  /** When its first piece came, ms since the request was sent. */
  readonly atMs: number
  /** The server's id, or one of ours where it gave none. */
  readonly id: string
  /** Empty when the server never named the function; such a call is never sent back to a server. */
  readonly name: string
  /** The arguments as they came. Meant to be JSON, which only `valid` asserts. */
  readonly arguments: string
  /** Whether the arguments are JSON; null while they may still grow. */
  readonly valid: boolean | null
}

/** What a tool on this Mac measured while the turn ran, with `t` in seconds since the request was sent. */
export interface LivePower {
  readonly source: PowerSource
  readonly samples: readonly ProfileSample[]
}

/** A frame that could not be read. */
export interface StreamWarning {
  readonly atMs: number
  readonly message: string
  readonly excerpt: string
}

/** Moments of a turn, in ms since the request was sent. Null until they happen. */
export interface TurnMarks {
  readonly openedAtMs: number | null
  /** The first token of any kind: reasoning, answer or tool call. */
  readonly firstTokenAtMs: number | null
  readonly lastTokenAtMs: number | null
  readonly firstReasoningAtMs: number | null
  readonly lastReasoningAtMs: number | null
  readonly firstContentAtMs: number | null
  readonly endedAtMs: number | null
}

/** Everything a stream has said so far. Plain data: it travels over the bridge and into the store. */
export interface Turn {
  readonly requestId: string
  readonly address: string | null
  readonly grammarDowngraded: boolean
  /** The model's name as the server gives it; empty until it does. */
  readonly model: string
  readonly content: string
  readonly reasoning: string
  /** In the order of the server's index, then of arrival. */
  readonly toolCalls: readonly ToolCall[]
  readonly finishReason: string | null
  /** Null while the stream runs. */
  readonly end: StreamEnd | null
  readonly error: TurnError | null
  /** What Stop could confirm; null when the turn was not stopped. */
  readonly stopped: StopConfirmation | null
  readonly usage: Usage | null
  readonly timings: ServerTimings | null
  readonly profile: Profile | null
  readonly samples: readonly ProfileSample[]
  /** Null when nothing was measured here, or AFM's own samples have taken its place. */
  readonly livePower: LivePower | null
  readonly warningCount: number
  /** The first few warnings; the rest are only counted. */
  readonly warnings: readonly StreamWarning[]
  /** Reasoning and answer deltas that arrived: the tokens that could be counted here. */
  readonly deltas: number
  /** When they arrived. */
  readonly arrivals: Arrivals
  readonly marks: TurnMarks
}

const NO_MARKS: TurnMarks = Object.freeze({
  openedAtMs: null,
  firstTokenAtMs: null,
  lastTokenAtMs: null,
  firstReasoningAtMs: null,
  lastReasoningAtMs: null,
  firstContentAtMs: null,
  endedAtMs: null,
})

/** A turn whose request has just been sent, or is about to be. */
export function newTurn(requestId: string): Turn {
  return {
    requestId,
    address: null,
    grammarDowngraded: false,
    model: '',
    content: '',
    reasoning: '',
    toolCalls: [],
    finishReason: null,
    end: null,
    error: null,
    stopped: null,
    usage: null,
    timings: null,
    profile: null,
    samples: [],
    livePower: null,
    warningCount: 0,
    warnings: [],
    deltas: 0,
    arrivals: NO_ARRIVALS,
    marks: NO_MARKS,
  }
}

/** What the user is waiting for. `prefill` starts with the headers and ends with the first token. */
export type TurnPhase = 'waiting' | 'prefill' | 'reasoning' | 'answering' | 'ended'

/** The phase of a turn, derived, so that it can never disagree with the turn. */
export function phaseOf(turn: Turn): TurnPhase {
  if (turn.end !== null) return 'ended'
  if (turn.marks.firstTokenAtMs === null) return turn.marks.openedAtMs === null ? 'waiting' : 'prefill'
  return turn.marks.firstContentAtMs === null && turn.toolCalls.length === 0 ? 'reasoning' : 'answering'
}
