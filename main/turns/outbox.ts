import type { TurnBatch } from '../../shared/bridge.ts'
import { appendEvent } from '../../shared/stream/append.ts'
import type { StreamEvent } from '../../shared/stream/events.ts'

/** A frame at 60 Hz in the timer's whole ms: more messages than frames would only be work. */
const BATCH_MS = 17
/** Two frames, for a stream so fast that nobody can see the difference, and every update costs power. */
const FAST_BATCH_MS = 33
/** So many tokens in one frame make a fast stream: some 500 a second. */
const FAST_DELTAS = 8

interface Pending {
  readonly turnId: string
  events: StreamEvent[]
}

/**
 * Gathers the events of all turns into at most one message a frame, or in two while a turn is fast. The first event after a pause goes
 * at once, so that the first token waits for nobody, and so does the end of a turn. Neighbouring text is
 * merged, so a message stays small at any token rate.
 */
export class TurnOutbox {
  readonly #send: (batches: readonly TurnBatch[]) => void
  readonly #pending = new Map<string, Pending>()
  readonly #seq = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(send: (batches: readonly TurnBatch[]) => void) {
    this.#send = send
  }

  /** Takes a turn's next events, in order. */
  push(turnId: string, events: readonly StreamEvent[]): void {
    const pending = this.#pending.get(turnId) ?? { turnId, events: [] }
    this.#pending.set(turnId, pending)
    for (const event of events) appendEvent(pending.events, event)
    const ends = events.some((event) => event.type === 'done')
    if (ends || this.#timer === null) this.flush()
  }

  /** The number of the last batch that was sent for a turn; 0 before the first. */
  seqOf(turnId: string): number {
    return this.#seq.get(turnId) ?? 0
  }

  /** Sends what is waiting, now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#pending.size === 0) return
    const batches = [...this.#pending.values()].map(({ turnId, events }): TurnBatch => {
      const seq = this.seqOf(turnId) + 1
      this.#seq.set(turnId, seq)
      return { turnId, seq, events }
    })
    this.#pending.clear()
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.flush()
      },
      isFast(batches) ? FAST_BATCH_MS : BATCH_MS,
    )
    this.#send(batches)
  }

  /** Forgets a turn that has ended; a window that comes later takes it from its conversation. */
  forget(turnId: string): void {
    this.#seq.delete(turnId)
  }

  /** Sends what is waiting and ends the timer. */
  close(): void {
    this.flush()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

function isFast(batches: readonly TurnBatch[]): boolean {
  return batches.some(({ events }) =>
    events.some(
      (event) => (event.type === 'content' || event.type === 'reasoning') && event.deltas >= FAST_DELTAS,
    ),
  )
}
