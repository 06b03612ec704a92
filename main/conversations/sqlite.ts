import type { DatabaseSync as Database } from 'node:sqlite'
import { UserError } from '../../shared/result.ts'

export type { Database }

/**
 * The database that is built into the runtime. Where Node still calls it experimental it says so once, on
 * standard error, which users would take for a fault: exactly this one warning is held back.
 * @throws UserError `runtime`
 */
export function databaseClass(): typeof Database {
  const { emitWarning } = process
  const filtered = (warning: string | Error, ...rest: unknown[]) => {
    if (!isSqliteWarning(warning, rest[0])) Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  process.emitWarning = filtered
  try {
    return process.getBuiltinModule('node:sqlite').DatabaseSync
  } catch {
    throw new UserError('runtime', 'This version of Node has no SQLite. The app needs Node 22.18 or later.')
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Whether a warning is Node's note that its SQLite is experimental. */
export function isSqliteWarning(warning: unknown, options?: unknown): boolean {
  const type =
    typeof options === 'object' && options !== null && 'type' in options ? options.type : (options ?? '')
  const text = warning instanceof Error ? warning.message : String(warning)
  return type === 'ExperimentalWarning' && text.startsWith('SQLite ')
}
