import type { StreamEvent, TextEvent, ToolCallEvent } from './events.ts'

/**
 * Appends an event to a batch, folding text into a neighbour of its kind, so that a read of many deltas
 * becomes few events. The fold keeps order, the delta count, and the time of the later piece. An empty
 * batch behaves as if the event were simply pushed. Mutates `out`, which is its whole purpose.
 */
export function appendEvent(out: StreamEvent[], event: StreamEvent): void {
  const last = out.at(-1)
  if (last) {
    if ((event.type === 'content' || event.type === 'reasoning') && last.type === event.type) {
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

function mergeText(first: TextEvent, second: TextEvent): TextEvent {
  return {
    type: first.type,
    atMs: second.atMs,
    text: first.text + second.text,
    deltas: first.deltas + second.deltas,
  }
}

function mergeToolCall(first: ToolCallEvent, second: ToolCallEvent): ToolCallEvent {
  // An id or name that comes later replaces the one before: ours gives way to the server's.
  return { ...first, ...second, arguments: first.arguments + second.arguments }
}
