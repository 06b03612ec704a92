import { UserError } from '../../shared/result.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html) that a user can do something about. */
const BUSY = 5
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

/** SQLite's primary result code of what node:sqlite threw; null when the failure is not SQLite's. */
function resultCodeOf(error: unknown): number | null {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : null
}

/** Whether the file itself is damaged, or is none of SQLite's. */
export function isDamage(error: unknown): boolean {
  const code = resultCodeOf(error)
  return code === CORRUPT || code === NOTADB
}

/** Whether another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY
}

/** Whether the file, its folder or its disk takes no writes, or cannot be opened at all. */
export function isUnwritable(error: unknown): boolean {
  const code = resultCodeOf(error)
  return code === READONLY || code === CANTOPEN
}

/** The failure as the user is told it; what is not SQLite's, or our own fault, comes back as it is. */
export function asUserError(error: unknown): unknown {
  const said = error instanceof Error ? error.message : String(error)
  switch (resultCodeOf(error)) {
    case FULL:
      return new UserError(
        'disk-full',
        'The disk is full, so nothing could be saved. Make room and try again.',
      )
    case READONLY:
    case CANTOPEN:
      return new UserError('read-only', `The conversations cannot be written: ${said}.`)
    case IOERR:
      return new UserError(
        'disk',
        `The disk reported a fault, so the conversations could not be used: ${said}.`,
      )
    case CORRUPT:
    case NOTADB:
      return new UserError(
        'damaged',
        'The file of conversations is damaged. Start the app again: it keeps the file aside.',
      )
    case BUSY:
      return new UserError('busy', 'Another program is using the file of conversations. Try again.')
    default:
      return error
  }
}
