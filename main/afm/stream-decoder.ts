import type { Dialect, StreamEvent } from '../../shared/stream/events.ts'
import { FrameDecoder } from './frames.ts'

/** The largest frame that is read, in characters. A larger one is an error, not memory. */
export const FRAME_LIMIT_CHARS = 16 * 1024 * 1024

/**
 * Bytes in, StreamEvents out: the frame decoder and a dialect, joined. Used by the client, by `replay`
 * and by the benchmark, so that all three read the same way.
 */
export class StreamDecoder {
  readonly #frames: FrameDecoder
  readonly #dialect: Dialect
  #out: StreamEvent[] = []
  #atMs = 0
  #failed = false

  constructor(dialect: Dialect, frameLimitChars = FRAME_LIMIT_CHARS) {
    this.#dialect = dialect
    this.#frames = new FrameDecoder(
      {
        frame: (frame) => dialect.frame(frame, this.#atMs, this.#out),
        strayLine: (line) => dialect.strayLine(line, this.#atMs, this.#out),
      },
      frameLimitChars,
    )
  }

  /** Whether nothing more will be read: the terminator was seen, or a frame was too large. */
  get finished(): boolean {
    return this.#dialect.finished || this.#frames.overflowed
  }

  /** Decodes the next bytes, which arrived `atMs` after the request was sent. */
  push(bytes: Uint8Array, atMs: number): StreamEvent[] {
    this.#atMs = atMs
    this.#frames.push(bytes)
    return this.#take()
  }

  /** Ends the stream and returns its last events; the very last is `done`. */
  end(atMs: number): StreamEvent[] {
    this.#atMs = atMs
    this.#frames.end()
    const events = this.#take()
    events.push({ type: 'done', atMs, end: this.#dialect.finished ? 'done' : 'closed' })
    return events
  }

  #take(): StreamEvent[] {
    const events = this.#out
    this.#out = []
    if (this.#frames.overflowed && !this.#failed) {
      this.#failed = true
      events.push({
        type: 'error',
        atMs: this.#atMs,
        error: {
          title: 'The server sent too much at once',
          message: 'One event was larger than 16 million characters. What came before it is kept.',
          code: 'frame-too-large',
        },
      })
    }
    return events
  }
}
