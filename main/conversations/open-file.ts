import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserError } from '../../shared/result.ts'
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrations.ts'
import { type Database, databaseClass } from './sqlite.ts'
import { asUserError, isDamage, isUnwritable } from './sqlite-errors.ts'

/** A file up to this size is checked page by page at every start; a larger one after an unclean end only. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024
const MAGIC = 'SQLite format 3\0'

export interface OpenedFile {
  readonly database: Database
  readonly readOnly: boolean
  /** Where a damaged file was moved to; null when there was none. */
  readonly keptAside: string | null
}

/** The one file that holds the conversations of a data folder. */
export const conversationsFile = (dataFolder: string) => join(dataFolder, 'conversations.sqlite')

/**
 * Opens the file of conversations, new or brought to the newest schema. A damaged file is moved aside,
 * with what belongs to it, before a new one is begun: nothing is written over a history. A file that
 * cannot be written is opened to be read.
 * @throws UserError when there is neither a file that can be used nor a place for a new one.
 */
export function openFile(dataFolder: string): OpenedFile {
  const path = conversationsFile(dataFolder)
  try {
    if (isDamaged(path)) return beginAnew(path)
    return { database: openToWrite(path), readOnly: false, keptAside: null }
  } catch (error) {
    if (isDamage(error)) return beginAnew(path)
    if (isUnwritable(error) && existsSync(path)) return openToRead(path)
    throw asUserError(error)
  }
}

function openToWrite(path: string): Database {
  const checked = existsSync(`${path}-wal`) || sizeOf(path) <= ALWAYS_CHECKED_BYTES
  const database = new (databaseClass())(path, { timeout: 2000 })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000')
    // The store moves the log into the file between the writes (store-file.ts). This is for a flood of them.
    database.exec('PRAGMA wal_autocheckpoint = 8000')
    if (checked) requireSound(database)
    requireKnown(database)
    migrate(database)
    // A file that opens may still refuse every write; that must not be found out by a message.
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a file that cannot be written. Where there is no log beside it, SQLite has to be told that nobody
 * else writes either (`immutable`): else it would want to make one.
 */
function openToRead(path: string): OpenedFile {
  const url = pathToFileURL(path)
  if (sizeOf(`${path}-wal`) === 0) url.searchParams.set('immutable', '1')
  let database: Database | null = null
  try {
    database = new (databaseClass())(url, { readOnly: true })
    requireKnown(database)
    if (schemaVersion(database) < SCHEMA_VERSION) throw new UserError('read-only', OLD_AND_READ_ONLY)
    return { database, readOnly: true, keptAside: null }
  } catch (error) {
    database?.close()
    throw asUserError(error)
  }
}

const OLD_AND_READ_ONLY =
  'The conversations are of an older version and cannot be brought up to date, since they cannot be written.'

function beginAnew(path: string): OpenedFile {
  try {
    const keptAside = moveAside(path)
    return { database: openToWrite(path), readOnly: false, keptAside }
  } catch (error) {
    throw asUserError(error)
  }
}

/** Moves the file and its log together, so that the history in them can still be recovered. */
function moveAside(path: string): string {
  const aside = `${path}.broken-${new Date().toISOString().replaceAll(':', '-')}`
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  return aside
}

/** What can be seen without SQLite: a strange beginning, fewer pages than the header says, a log without its file. */
function isDamaged(path: string): boolean {
  const size = sizeOf(path)
  if (size === 0) return sizeOf(`${path}-wal`) > 0
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, header, 0, 100, 0) < 100 || header.toString('latin1', 0, 16) !== MAGIC) return true
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    const pages = header.readUInt32BE(28)
    // With a log beside it the header may be ahead of, or behind, the pages that have reached the file.
    return sizeOf(`${path}-wal`) === 0 && fstatSync(file).size < pageBytes * pages
  } finally {
    closeSync(file)
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function requireSound(database: Database): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: 11 })
}

function requireKnown(database: Database): void {
  if (schemaVersion(database) <= SCHEMA_VERSION) return
  throw new UserError(
    'newer-version',
    'The conversations were written by a newer version of AFM Desktop. Use that version; nothing was changed.',
  )
}
