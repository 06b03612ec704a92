import type { Dialect, Frame, StreamEvent } from '../../shared/stream/events.ts'

/**
 * A dialect whose frames are never folded together. The windows of the app want few events, so a dialect
 * folds the deltas of one read; the Assistant API promises its clients the stream token by token.
 */
export class FrameByFrame implements Dialect {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  get finished(): boolean {
    return this.#dialect.finished
  }

  frame(frame: Frame, atMs: number, out: StreamEvent[]): void {
    const own: StreamEvent[] = []
    this.#dialect.frame(frame, atMs, own)
    for (const event of own) out.push(event)
  }

  strayLine(line: string, atMs: number, out: StreamEvent[]): void {
    this.#dialect.strayLine(line, atMs, out)
  }
}
