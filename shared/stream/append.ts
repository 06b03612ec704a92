import { sharesBucket } from './arrivals.ts'
import type { StreamEvent, TextEvent, ToolCallEvent } from './events.ts'

/**
 * Appends an event to a batch, folding text into a neighbour of its kind, so that a read of many deltas
 * becomes few events. The fold keeps order, the delta count, and the times of the first and the last
 * piece, and joins nothing across two buckets of arrival, so that both sides of the bridge see the same
 * marks and the same arrivals. Mutates `out`, which is its whole purpose.
 */
export function appendEvent(out: StreamEvent[], event: StreamEvent): void {
  const last = out.at(-1)
  if (last) {
    if (
      (event.type === 'content' || event.type === 'reasoning') &&
      last.type === event.type &&
      sharesBucket(last.atMs, event.lastAtMs ?? event.atMs)
    ) {
      out[out.length - 1] = mergeText(last, event)
      return
    }
    if (event.type === 'toolCall' && last.type === 'toolCall' && last.slot === event.slot) {
      out[out.length - 1] = mergeToolCall(last, event)
      return
    }
  }
  out.push(event)
}

/**
 * Appends one delta of text to a batch that is still being decoded. The same fold as appendEvent, in
 * place and at one moment: nobody else holds the batch's events yet, and this runs for every token.
 */
export function appendDelta(
  out: StreamEvent[],
  type: TextEvent['type'],
  atMs: number,
  text: string,
  deltas: number,
): void {
  const last = out[out.length - 1]
  if (last !== undefined && last.type === type && last.atMs === atMs) {
    const open = last as { -readonly [K in keyof TextEvent]: TextEvent[K] }
    open.text += text
    open.deltas += deltas
  } else out.push({ type, atMs, text, deltas })
}

function mergeText(first: TextEvent, second: TextEvent): TextEvent {
  return {
    type: first.type,
    atMs: first.atMs,
    ...spanTo(first.atMs, second),
    text: first.text + second.text,
    deltas: first.deltas + second.deltas,
  }
}

function mergeToolCall(first: ToolCallEvent, second: ToolCallEvent): ToolCallEvent {
  // An id or name that comes later replaces the one before: ours gives way to the server's.
  const { atMs, index } = first
  const text = first.arguments + second.arguments
  return { ...first, ...second, atMs, index, ...spanTo(atMs, second), arguments: text }
}

function spanTo(atMs: number, last: TextEvent | ToolCallEvent): { lastAtMs?: number } {
  const lastAtMs = last.lastAtMs ?? last.atMs
  return lastAtMs === atMs ? {} : { lastAtMs }
}
