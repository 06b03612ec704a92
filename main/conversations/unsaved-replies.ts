import type { ReplyMessage } from '../../shared/chat/conversation.ts'

/** How long to wait before a reply is tried again, ms. */
const RETRY_MS = 3000

/**
 * Replies that ended while the disk took no writes. They are kept here and tried again until they are
 * safe, so that a full disk costs nothing that was received as long as the app runs.
 */
export class UnsavedReplies {
  readonly #replies = new Map<string, ReplyMessage>()
  readonly #save: (reply: ReplyMessage) => void
  readonly #changed: () => void
  #timer: NodeJS.Timeout | null = null

  /** `save` throws as long as it cannot be done; `changed` hears of every change in number. */
  constructor(save: (reply: ReplyMessage) => void, changed: () => void) {
    this.#save = save
    this.#changed = changed
  }

  get count(): number {
    return this.#replies.size
  }

  /** The reply as it ended, where it is not safe yet. */
  get(id: string): ReplyMessage | undefined {
    return this.#replies.get(id)
  }

  keep(reply: ReplyMessage): void {
    this.#replies.set(reply.id, reply)
    this.#changed()
    this.#timer ??= setInterval(() => this.retry(), RETRY_MS).unref()
  }

  /** Tries to save them all, now. */
  retry(): void {
    const before = this.count
    for (const [id, reply] of this.#replies) {
      try {
        this.#save(reply)
        this.#replies.delete(id)
      } catch {
        // It failed before, and said so; the next attempt comes by itself.
      }
    }
    if (this.count === 0) this.close()
    if (this.count !== before) this.#changed()
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }
}
