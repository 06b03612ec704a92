import type { ToolCall } from '../../shared/stream/turn.ts'

/**
 * Writes deltas as events. A line break inside a text becomes a further `data:` line. A carriage return
 * cannot travel raw, so CR LF and a lone CR arrive as a newline. Holds the state of one stream, since a
 * model may cut a CR LF, or the two halves of a character outside the BMP, between two deltas.
 */
export class DeltaWriter {
  #endedWithCr = false
  #halfCharacter = ''

  /** The event of a delta; empty when there is nothing to send yet. */
  write(text: string): string {
    let whole = this.#halfCharacter + text
    this.#halfCharacter = ''
    if (this.#endedWithCr && whole.startsWith('\n')) whole = whole.slice(1)
    // UTF-8 has no bytes for half a character: it waits for its other half.
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      this.#halfCharacter = whole.slice(-1)
      whole = whole.slice(0, -1)
    }
    if (whole === '') return ''
    this.#endedWithCr = whole.endsWith('\r')
    return deltaEvent(whole)
  }

  /** What is still held back when the text has ended: a half whose other half never came. */
  end(): string {
    return this.#halfCharacter === '' ? '' : deltaEvent(this.#halfCharacter)
  }
}

function deltaEvent(text: string): string {
  // Most deltas are a word: only a text with a break needs its lines told apart.
  const data = /[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, '\ndata: ') : text
  return `event: delta\ndata: ${data}\n\n`
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** A complete tool call as an event. JSON escapes every line break, so one `data:` line is enough. */
export function toolCallEvent({ id, name, arguments: text }: ToolCall): string {
  return `event: tool_call\ndata: ${JSON.stringify({ id, name, arguments: text })}\n\n`
}

/** The last event of a stream that ended well. */
export const DONE_EVENT = 'event: done\ndata: [DONE]\n\n'

/** The last event of a stream that failed. */
export function errorEvent(message: string): string {
  return `event: error\ndata: ${JSON.stringify({ error: message })}\n\n`
}
