import type { StopConfirmation } from '../../shared/stream/events.ts'
import { cancelGeneration } from './cancel.ts'

/** How long the stream may take to end after Stop was pressed, before its connection is closed. */
export const STOP_GRACE_MS = 1500
/** A 404 may cross the stream's own end on the wire: it gets this long to arrive before the close. */
const CROSSING_MS = 100

/**
 * Stop, by PROTOCOL.md "Stopping": the cancel goes out at once on its own connection; the stream is read
 * to its cancelled end; a server that does not know the request, has no such route, or does not end in
 * time loses the connection, which is the only way left to stop the machine.
 */
export class StopControl {
  requested = false
  /** The id to cancel with; the server's echo replaces the minted one. */
  requestId: string
  readonly #target: { readonly baseUrl: string; readonly key: string | null }
  readonly #cancels: boolean
  readonly #close: () => void
  readonly #ended = Promise.withResolvers<void>()
  #isEnded = false
  #finishReason: string | null = null
  #cancel: Promise<void> | null = null
  #cancelled = false
  #closedByUs = false

  constructor(
    target: {
      readonly baseUrl: string
      readonly key: string | null
      readonly requestId: string
      /** Whether the server has a cancel route; without one, Stop closes the connection. */
      readonly cancels: boolean
    },
    close: () => void,
  ) {
    this.#target = { baseUrl: target.baseUrl, key: target.key }
    this.#cancels = target.cancels
    this.requestId = target.requestId
    this.#close = close
  }

  /** The reader tells that the stream named its finish reason. */
  sawFinish(reason: string): void {
    this.#finishReason = reason
  }

  /** The reader tells that the stream has ended and its connection is closed. */
  ended(): void {
    this.#isEnded = true
    this.#ended.resolve()
  }

  /**
   * What can be said about the stop once the stream has ended; undefined when it ended by itself, since
   * then nothing was stopped. Waits for the answer to the cancel where the stream's end leaves it open.
   */
  async confirmation(): Promise<StopConfirmation | undefined> {
    if (!this.requested) return undefined
    if (this.#closedByUs) return 'connection'
    if (this.#finishReason === 'cancelled') return 'server'
    if (this.#finishReason !== null) return undefined
    await this.#cancel
    return this.#cancelled ? 'server' : 'connection'
  }

  async stop(): Promise<void> {
    if (this.#isEnded) return
    if (this.requested || !this.#cancels) {
      this.requested = true
      this.#closeNow()
      return this.#ended.promise
    }
    this.requested = true
    const deadlineMs = performance.now() + STOP_GRACE_MS
    this.#cancel = cancelGeneration(this.#target, this.requestId, STOP_GRACE_MS).then((outcome) => {
      this.#cancelled = outcome === 'cancelled'
    })
    await Promise.race([this.#cancel, this.#ended.promise])
    if (!this.#cancelled) await this.#endsWithin(CROSSING_MS)
    if (this.#cancelled || this.#finishReason !== null) await this.#endsWithin(deadlineMs - performance.now())
    if (!this.#isEnded) this.#closeNow()
    return this.#ended.promise
  }

  #closeNow(): void {
    if (this.#isEnded) return
    this.#closedByUs = true
    this.#close()
  }

  async #endsWithin(ms: number): Promise<void> {
    if (this.#isEnded || ms <= 0) return
    const timer = Promise.withResolvers<void>()
    const handle = setTimeout(timer.resolve, ms)
    await Promise.race([this.#ended.promise, timer.promise])
    clearTimeout(handle)
  }
}
