import type { StoreStatus } from '../../shared/chat/store-status.ts'
import { UserError } from '../../shared/result.ts'
import { hasFullText } from './full-text.ts'
import { openFile } from './open-file.ts'
import type { Database } from './sqlite.ts'
import { asUserError } from './sqlite-errors.ts'

/** How long after a write the file is tidied, ms. */
const TIDY_AFTER_MS = 2000

/**
 * The open file with its transactions, and what can be said about it. Where nothing could be opened every
 * use throws the reason, so that a history that cannot be read never looks like one that is empty.
 */
export class StoreFile {
  readonly fullText: boolean
  readonly #database: Database | null
  readonly #readOnly: boolean
  readonly #keptAside: string | null
  /** Why the file cannot be used; null when it can. */
  readonly #failure: UserError | null
  #tidyTimer: NodeJS.Timeout | null = null
  /** What is to be done some time after a write, beside the checkpoint. */
  tidy: () => void = () => {}

  /** `fullText: false` does without FTS5 even where there is one. */
  constructor(dataFolder: string, options: { readonly fullText?: boolean } = {}) {
    let opened: ReturnType<typeof openFile> | null = null
    let failure: UserError | null = null
    try {
      opened = openFile(dataFolder)
    } catch (error) {
      failure = error instanceof UserError ? error : new UserError('data-folder', reasonOf(error))
    }
    this.#database = opened?.database ?? null
    this.#readOnly = opened?.readOnly ?? false
    this.#keptAside = opened?.keptAside ?? null
    this.#failure = failure
    this.fullText = options.fullText !== false && opened !== null && hasFullText(opened.database)
  }

  /** Null when the file could not be opened. */
  get database(): Database | null {
    return this.#database
  }

  get canWrite(): boolean {
    return this.#database !== null && !this.#readOnly
  }

  status(unsavedReplies: number): StoreStatus {
    const search = this.fullText ? 'full-text' : 'simple'
    const common = { keptAside: this.#keptAside, unsavedReplies, search } as const
    if (this.#failure) return { state: 'unavailable', message: this.#failure.message, ...common }
    if (this.#readOnly) return { state: 'read-only', message: READ_ONLY, ...common }
    const message = this.#keptAside === null ? null : `${DAMAGED} It was kept as ${this.#keptAside}.`
    return { state: 'ready', message, ...common }
  }

  /**
   * Reads; nothing changes while `read` runs.
   * @throws UserError
   */
  read<T>(read: () => T): T {
    if (!this.#database) throw this.#failure
    try {
      return read()
    } catch (error) {
      throw asUserError(error)
    }
  }

  /**
   * Runs a change as one transaction: all of it is on disk when this returns, or none of it. A change that
   * is not `durable` survives the end of the process, but perhaps not a power cut.
   * @throws UserError
   */
  write<T>(change: () => T, { durable = true }: { readonly durable?: boolean } = {}): T {
    const database = this.#database
    if (!database) throw this.#failure
    if (this.#readOnly) throw new UserError('read-only', READ_ONLY)
    try {
      if (!durable) database.exec('PRAGMA synchronous = NORMAL')
      try {
        database.exec('BEGIN IMMEDIATE')
        const value = change()
        database.exec('COMMIT')
        return value
      } catch (error) {
        // SQLite has rolled back by itself after some failures, such as a full disk.
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      } finally {
        if (!durable) database.exec('PRAGMA synchronous = FULL')
      }
    } catch (error) {
      throw asUserError(error)
    } finally {
      this.#tidyTimer ??= setTimeout(() => this.#tidy(), TIDY_AFTER_MS).unref()
    }
  }

  /** Moves the log into the file, so that no message has to wait for it while it is sent. */
  #tidy(): void {
    this.#tidyTimer = null
    try {
      this.tidy()
      this.#database?.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // It is tried again after the next write, and what is in the log is as safe as in the file.
    }
  }

  close(): void {
    if (this.#tidyTimer !== null) clearTimeout(this.#tidyTimer)
    if (this.#database?.isOpen) this.#database.close()
  }
}

const READ_ONLY =
  'The data folder cannot be written, so conversations can be read but not continued or changed.'
const DAMAGED = 'The file of conversations was damaged, so a new one was begun.'

function reasonOf(error: unknown): string {
  return `The conversations cannot be opened: ${error instanceof Error ? error.message : String(error)}`
}
