import { createParser } from 'eventsource-parser'
import type { Frame } from '../../shared/stream/events.ts'

/** What a frame decoder reports. */
export interface FrameSink {
  /** A complete server-sent event. */
  frame(frame: Frame): void
  /** A line that is no SSE field; the standard ignores it, some servers write errors there. */
  strayLine(line: string): void
}

/**
 * Turns bytes into server-sent events, at any split of the bytes.
 *
 * eventsource-parser reads the grammar. It is fed whole lines only: of a partial line it drops what
 * cannot become an SSE field, so a raw `error: …` line would depend on where the network cut it.
 * `TextDecoder` joins characters that were cut and drops a byte-order mark.
 */
export class FrameDecoder {
  readonly #text = new TextDecoder()
  readonly #parser: ReturnType<typeof createParser>
  readonly #limitChars: number
  /** The start of a line whose end has not come, in the pieces it came in. */
  #partial: string[] = []
  #partialChars = 0
  /** Whether a frame was larger than the limit; nothing is read after that. */
  overflowed = false

  constructor(sink: FrameSink, limitChars: number) {
    this.#limitChars = limitChars
    this.#parser = createParser({
      maxBufferSize: limitChars,
      onEvent: (event) => sink.frame(event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') this.overflowed = true
        else if (error.type === 'unknown-field') sink.strayLine(error.line ?? '')
      },
    })
  }

  /** Reads the next bytes. */
  push(bytes: Uint8Array): void {
    this.#feed(this.#text.decode(bytes, { stream: true }))
  }

  /**
   * Ends the stream. The standard discards an event whose blank line never came; here a complete
   * `data:` line may hold the last words of a reply, so the line and the event are closed first.
   */
  end(): void {
    this.#feed(`${this.#text.decode()}\n\n`)
  }

  #feed(text: string): void {
    if (this.overflowed || text === '') return
    const cut = endOfLines(text)
    const rest = cut === text.length ? '' : text.slice(cut)
    if (cut > 0) {
      const lines = cut === text.length ? text : text.slice(0, cut)
      if (this.#partial.length === 0) this.#parser.feed(lines)
      else {
        this.#partial.push(lines)
        const joined = this.#partial.join('')
        this.#partial = []
        this.#partialChars = 0
        this.#parser.feed(joined)
      }
    }
    if (rest !== '' && !this.overflowed) {
      this.#partial.push(rest)
      this.#partialChars += rest.length
      if (this.#partialChars > this.#limitChars) this.overflowed = true
    }
  }
}

/** Where the last complete line ends. Carriage returns are looked for behind the last line feed only. */
function endOfLines(text: string): number {
  const end = text.lastIndexOf('\n') + 1
  return text.indexOf('\r', end) < 0 ? end : text.lastIndexOf('\r') + 1
}
