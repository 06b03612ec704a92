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
}

const TABLES = `
  CREATE VIRTUAL TABLE IF NOT EXISTS messages_text USING fts5(
    text, content='messages', content_rowid='seq', tokenize='unicode61', prefix='2 3');
  CREATE VIRTUAL TABLE IF NOT EXISTS titles_text USING fts5(
    title, content='conversations', content_rowid='seq', tokenize='unicode61', prefix='2 3');
`

/** Whether this SQLite was built with FTS5. */
export function hasFullText(database: Database): boolean {
  const options = database.prepare('PRAGMA compile_options').all()
  return options.some((option) => option.compile_options === 'ENABLE_FTS5')
}

/**
 * Opens the index, and builds it anew where it is missing or where a runtime without FTS5 has written
 * meanwhile (`meta.index`). Replies must all have ended, as they have at the start of the app.
 */
export function openFullText(database: Database): FullText {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(TABLES)
    if (database.prepare("SELECT value FROM meta WHERE key = 'index'").get()?.value !== 'complete') {
      database.exec(`
        INSERT INTO messages_text (messages_text) VALUES ('rebuild');
        INSERT INTO titles_text (titles_text) VALUES ('rebuild');
        INSERT OR REPLACE INTO meta (key, value) VALUES ('index', 'complete');
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
  const addTitle = database.prepare('INSERT INTO titles_text (rowid, title) VALUES (?, ?)')
  const removeTitle = database.prepare(
    "INSERT INTO titles_text (titles_text, rowid, title) VALUES ('delete', ?, ?)",
  )
  return {
    addMessage: (seq, text) => void addMessage.run(seq, text),
    removeMessage: (seq, text) => void removeMessage.run(seq, text),
    addTitle: (seq, title) => void addTitle.run(seq, title),
    removeTitle: (seq, title) => void removeTitle.run(seq, title),
  }
}

/** Stands in where there is no FTS5: remembers that the index lacks what is written now. */
export function withoutFullText(database: Database): FullText {
  database.exec("INSERT OR REPLACE INTO meta (key, value) VALUES ('index', 'stale')")
  const nothing = () => {}
  return { addMessage: nothing, removeMessage: nothing, addTitle: nothing, removeTitle: nothing }
}
