import { join } from 'node:path'
import { UserError } from '../../shared/result.ts'
import { databaseClass } from './sqlite.ts'
import { isBusy, isUnwritable } from './sqlite-errors.ts'

/** Held as long as the app uses its data folder. */
export interface FolderLock {
  release(): void
}

/**
 * Makes sure that one app alone writes in a data folder. The lock is SQLite's own, on a small database
 * beside the data: the system gives it up with the process, however that ends, so none is ever left behind.
 * Null in a folder that cannot be written, where there is nothing to guard.
 * @throws UserError `data-folder-in-use`
 */
export function lockFolder(dataFolder: string): FolderLock | null {
  const path = join(dataFolder, 'conversations.lock')
  const Database = databaseClass()
  let lock: InstanceType<typeof Database> | null = null
  try {
    lock = new Database(path, { timeout: 0 })
    // No journal: a process that is killed must leave nothing that has to be rolled back.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    const held = lock
    return { release: () => void (held.isOpen && held.close()) }
  } catch (error) {
    lock?.close()
    if (isBusy(error)) {
      throw new UserError(
        'data-folder-in-use',
        `Another AFM Desktop is using this data folder (${dataFolder}). Quit it first, or choose another folder.`,
      )
    }
    if (isUnwritable(error)) return null
    throw error
  }
}
