/**
 * How it stands with the conversations on disk.
 * `ready`: all is well, or was put right (`keptAside`). `read-only`: the history can be read, but nothing
 * can be written, so nothing can be sent. `unavailable`: there is no history to show, and every command on
 * conversations fails with `message`.
 */
export interface StoreStatus {
  readonly state: 'ready' | 'read-only' | 'unavailable'
  /** What is wrong, or what was done about it, in words for the user; null when there is nothing to say. */
  readonly message: string | null
  /** Where a damaged file was moved to at this start; null when there was none. */
  readonly keptAside: string | null
  /** Replies that ended but could not be written yet, as on a full disk. They are tried again. */
  readonly unsavedReplies: number
  /** `simple` where the runtime's SQLite has no full-text search: slower, and only over the newest messages. */
  readonly search: 'full-text' | 'simple'
}
