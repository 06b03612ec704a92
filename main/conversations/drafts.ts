import type { Database } from './sqlite.ts'

/** What was typed and not sent, by the conversation's id; empty for the one that is not begun yet. */
export interface Drafts {
  get(conversationId: string): string
  /** An empty text forgets it. */
  save(conversationId: string, text: string): void
  all(): Record<string, string>
}

export function openDrafts(database: Database): Drafts {
  const find = database.prepare('SELECT text FROM drafts WHERE conversation = ?')
  const put = database.prepare('INSERT OR REPLACE INTO drafts (conversation, text) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM drafts WHERE conversation = ?')
  const all = database.prepare('SELECT conversation, text FROM drafts')
  return {
    get: (conversationId) => String(find.get(conversationId)?.text ?? ''),
    save(conversationId, text) {
      if (text === '') remove.run(conversationId)
      else put.run(conversationId, text)
    },
    all: () => Object.fromEntries(all.all().map((row) => [String(row.conversation), String(row.text)])),
  }
}
