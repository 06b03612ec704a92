import { ArrivalRecorder } from './arrivals.ts'
import type { PowerEvent, StreamEvent, TextEvent, ToolCallEvent } from './events.ts'
import { parseJson } from './json.ts'
import type { LivePower, ToolCall, Turn, TurnMarks } from './turn.ts'

/** How many warnings a turn keeps in full; a broken server may send one a token. */
const WARNINGS_KEPT = 20

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Folds a batch of events into a turn and returns the new turn; the given one is not changed.
 *
 * This is the only place where events become a turn: main folds for the store, the relay and the
 * exports, the renderer folds the same events to show them. Any split of the same events into batches
 * gives the same turn. Text is appended and never read, since a read flattens the whole string and
 * would make a stream cost the square of its length.
 */
export function accumulate(turn: Turn, events: readonly StreamEvent[]): Turn {
  if (events.length === 0) return turn
  const next: Draft<Turn> = { ...turn }
  const marks: Draft<TurnMarks> = { ...turn.marks }
  next.marks = marks
  const arrivals = new ArrivalRecorder(turn.arrivals)
  for (const event of events) apply(next, marks, arrivals, event)
  next.arrivals = arrivals.result
  return next
}

function apply(
  turn: Draft<Turn>,
  marks: Draft<TurnMarks>,
  arrivals: ArrivalRecorder,
  event: StreamEvent,
): void {
  switch (event.type) {
    case 'content':
      turn.content += event.text
      marks.firstContentAtMs ??= event.atMs
      countText(turn, marks, arrivals, event)
      return
    case 'reasoning':
      turn.reasoning += event.text
      marks.firstReasoningAtMs ??= event.atMs
      marks.lastReasoningAtMs = event.lastAtMs ?? event.atMs
      countText(turn, marks, arrivals, event)
      return
    case 'toolCall':
      turn.toolCalls = withPiece(turn.toolCalls, event)
      markToken(marks, event)
      return
    case 'opened':
      turn.requestId = event.requestId
      turn.address = event.address ?? null
      turn.grammarDowngraded = event.grammarDowngraded ?? false
      marks.openedAtMs ??= event.atMs
      return
    case 'model':
      turn.model = event.model
      return
    case 'finish':
      turn.finishReason = event.reason
      return
    case 'usage':
      turn.usage = { ...turn.usage, ...event.usage }
      if (event.timings) turn.timings = { ...turn.timings, ...event.timings }
      return
    case 'profile':
      turn.profile = event.profile
      turn.samples = event.samples
      // What AFM measured over its own generation stands above what was measured beside it.
      if (event.samples.length > 0) turn.livePower = null
      return
    case 'power':
      if (turn.samples.length === 0) turn.livePower = withPower(turn.livePower, event)
      return
    case 'warning':
      turn.warningCount += 1
      if (turn.warnings.length < WARNINGS_KEPT) {
        const { atMs, message, excerpt } = event
        turn.warnings = [...turn.warnings, { atMs, message, excerpt }]
      }
      return
    case 'error':
      turn.error ??= event.error
      return
    case 'done':
      turn.end = turn.error ? 'failed' : event.end
      turn.stopped = event.stopped ?? null
      turn.toolCalls = turn.toolCalls.map((call) => ({ ...call, valid: isJson(call.arguments) }))
      marks.endedAtMs = event.atMs
  }
}

function countText(
  turn: Draft<Turn>,
  marks: Draft<TurnMarks>,
  arrivals: ArrivalRecorder,
  event: TextEvent,
): void {
  turn.deltas += event.deltas
  if (event.deltas > 0) arrivals.add(event.lastAtMs ?? event.atMs, turn.deltas)
  markToken(marks, event)
}

function markToken(marks: Draft<TurnMarks>, event: TextEvent | ToolCallEvent): void {
  marks.firstTokenAtMs ??= event.atMs
  marks.lastTokenAtMs = event.lastAtMs ?? event.atMs
}

function withPiece(calls: readonly ToolCall[], piece: ToolCallEvent): readonly ToolCall[] {
  const at = calls.findIndex((call) => call.slot === piece.slot)
  const known = calls[at]
  if (known) {
    const grown: ToolCall = {
      ...known,
      id: piece.id ?? known.id,
      name: known.name === '' ? (piece.name ?? '') : known.name,
      arguments: known.arguments + piece.arguments,
    }
    return calls.with(at, grown)
  }
  const opened: ToolCall = {
    slot: piece.slot,
    index: piece.index,
    atMs: piece.atMs,
    id: piece.id ?? '',
    name: piece.name ?? '',
    arguments: piece.arguments,
    valid: null,
  }
  return [...calls, opened].sort((a, b) => a.index - b.index || a.slot - b.slot)
}

/** A second tool in the same turn (the setting was changed) begins anew: two sources are not one curve. */
function withPower(before: LivePower | null, { source, samples }: PowerEvent): LivePower {
  return before?.source === source
    ? { source, samples: [...before.samples, ...samples] }
    : { source, samples: [...samples] }
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
