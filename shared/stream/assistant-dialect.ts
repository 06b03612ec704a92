import { appendEvent } from './append.ts'
import { readErrorData } from './errors.ts'
import type { Dialect, Frame, StreamEvent } from './events.ts'
import { asObject, asText, parseJson } from './json.ts'

/**
 * The Assistant API's named events (PROTOCOL.md §4): `delta` is raw text, `tool_call` a complete call,
 * then one `done` or `error`. An event name nobody knows is ignored. One instance reads one stream.
 */
export class AssistantDialect implements Dialect {
  finished = false
  /** Calls so far. Each event is a whole call, so nothing is merged, whatever ids the server repeats. */
  #calls = 0

  frame(frame: Frame, atMs: number, out: StreamEvent[]): void {
    if (this.finished) return
    switch (frame.event) {
      case 'delta':
        if (frame.data !== '') appendEvent(out, { type: 'content', atMs, text: frame.data, deltas: 1 })
        return
      case 'tool_call':
        this.#toolCall(frame.data, atMs, out)
        return
      case 'done':
        this.finished = true
        return
      case 'error':
        out.push({ type: 'error', atMs, error: readErrorData(frame.data) })
        this.finished = true
    }
  }

  /** The contract knows no lines outside its events. */
  strayLine(): void {}

  #toolCall(data: string, atMs: number, out: StreamEvent[]): void {
    const call = asObject(parseJson(data))
    if (!call) {
      const message = 'The server sent a tool call that is not a JSON object.'
      out.push({ type: 'warning', atMs, message, excerpt: data.slice(0, 200) })
      return
    }
    const slot = this.#calls
    this.#calls += 1
    const text = call.arguments ?? ''
    out.push({
      type: 'toolCall',
      atMs,
      slot,
      index: slot,
      id: asText(call.id) ?? `local_call_${slot}`,
      name: asText(call.name) ?? '',
      // The contract says a JSON string; a server that sends the object itself is understood as well.
      arguments: typeof text === 'string' ? text : JSON.stringify(text),
    })
  }
}
