import type { Database } from './sqlite.ts'

/**
 * The full-text index over messages and titles. Its text is in the tables it indexes (external content),
 * so it must be told the old text of what it forgets. A reply is indexed when it ends, not while it
 * streams: rewriting a growing message's index four times a second would cost more than the stream.
 */
export interface FullText {
  addMessage(seq: number, text: string): void
  removeMessage(seq: number, text: string): void
  addTitle(seq: number, title: string): void
  removeTitle(seq: number, title: string): void
  /** Does a little of the work that keeps searches fast, which no write has to wait for. */
  tidy(): void
}

/** How the index is built; a file whose index was built otherwise gets a new one. */
const TABLES = `
  CREATE VIRTUAL TABLE IF NOT EXISTS messages_text USING fts5(
    text, content='messages', content_rowid='seq', tokenize='unicode61', prefix='2 3 4');
  CREATE VIRTUAL TABLE IF NOT EXISTS titles_text USING fts5(
    title, content='conversations', content_rowid='seq', tokenize='unicode61', prefix='2 3 4');
`
const BUILT = 'unicode61, prefixes of 2, 3 and 4'

/** Pages of the index that are merged at a time, between the writes: about 5 ms of work. */
const MERGED_PAGES = 64

/** Whether this SQLite was built with FTS5. */
export function hasFullText(database: Database): boolean {
  const options = database.prepare('PRAGMA compile_options').all()
  return options.some((option) => option.compile_options === 'ENABLE_FTS5')
}

/**
 * Opens the index, and builds it anew where it is missing or where a runtime without FTS5 has written
 * meanwhile (`meta.index`).
 */
export function openFullText(database: Database): FullText {
  database.exec('BEGIN IMMEDIATE')
  try {
    if (database.prepare("SELECT value FROM meta WHERE key = 'index'").get()?.value !== BUILT) {
      database.exec(`
        DROP TABLE IF EXISTS messages_text;
        DROP TABLE IF EXISTS titles_text;
        ${TABLES}
        INSERT INTO messages_text (messages_text) VALUES ('rebuild');
        INSERT INTO titles_text (titles_text) VALUES ('rebuild');
        -- What still counts as streaming is indexed when it is ended.
        INSERT INTO messages_text (messages_text, rowid, text)
          SELECT 'delete', seq, text FROM messages WHERE seq IN (SELECT message FROM turns WHERE end IS NULL);
        -- By itself the index would merge its parts now and then inside a write, for tens of ms.
        INSERT INTO messages_text (messages_text, rank) VALUES ('automerge', 0);
        INSERT OR REPLACE INTO meta (key, value) VALUES ('index', '${BUILT}');
      `)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  const addMessage = database.prepare('INSERT INTO messages_text (rowid, text) VALUES (?, ?)')
  const removeMessage = database.prepare(
    "INSERT INTO messages_text (messages_text, rowid, text) VALUES ('delete', ?, ?)",
  )
  const merge = database.prepare(
    `INSERT INTO messages_text (messages_text, rank) VALUES ('merge', ${MERGED_PAGES})`,
  )
  const addTitle = database.prepare('INSERT INTO titles_text (rowid, title) VALUES (?, ?)')
  const removeTitle = database.prepare(
    "INSERT INTO titles_text (titles_text, rowid, title) VALUES ('delete', ?, ?)",
  )
  return {
    addMessage: (seq, text) => void addMessage.run(seq, text),
    removeMessage: (seq, text) => void removeMessage.run(seq, text),
    addTitle: (seq, title) => void addTitle.run(seq, title),
    removeTitle: (seq, title) => void removeTitle.run(seq, title),
    tidy: () => void merge.run(),
  }
}

/** Stands in where there is no FTS5: remembers that the index lacks what is written now. */
export function withoutFullText(database: Database): FullText {
  database.exec("INSERT OR REPLACE INTO meta (key, value) VALUES ('index', 'stale')")
  const nothing = () => {}
  return {
    addMessage: nothing,
    removeMessage: nothing,
    addTitle: nothing,
    removeTitle: nothing,
    tidy: nothing,
  }
}
