import type { ConversationSummary } from '../../shared/chat/conversation.ts'
import type { FullText } from './full-text.ts'
import type { Database } from './sqlite.ts'

/** A conversation's row. */
export interface ConversationRow {
  readonly seq: number
  readonly id: string
  readonly title: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly pinned: number
  readonly leaf: number | null
  readonly deletion: string | null
}

const COLUMNS = `seq, id, title, created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, pinned, leaf, deletion`

/** The rows of conversations: what the list shows, and which branch is visible. */
export class Catalog {
  readonly #fullText: FullText
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database, fullText: FullText) {
    this.#fullText = fullText
    this.#statements = prepare(database)
  }

  add(row: Omit<ConversationRow, 'seq' | 'deletion'>, importedHash: string | null = null): number {
    const { id, title, createdAtMs, updatedAtMs, pinned, leaf } = row
    const values = { id, title, createdAtMs, updatedAtMs, pinned, leaf, importedHash }
    const seq = Number(this.#statements.add.run(values).lastInsertRowid)
    this.#fullText.addTitle(seq, title)
    return seq
  }

  /** Undefined when it was never there; one that is deleted has its deletion. */
  find(id: string): ConversationRow | undefined {
    return this.#statements.find.get(id) as ConversationRow | undefined
  }

  bySeq(seq: number): ConversationRow | undefined {
    return this.#statements.bySeq.get(seq) as ConversationRow | undefined
  }

  rename(row: ConversationRow, title: string): void {
    this.#fullText.removeTitle(row.seq, row.title)
    this.#statements.rename.run(title, row.seq)
    this.#fullText.addTitle(row.seq, title)
  }

  pin(seq: number, pinned: boolean): void {
    this.#statements.pin.run(Number(pinned), seq)
  }

  /** Makes a message the end of the visible branch. A time makes the conversation the newest. */
  show(seq: number, leaf: number | null, updatedAtMs: number | null = null): void {
    this.#statements.show.run(leaf, updatedAtMs, seq)
  }

  setDeletion(seq: number, deletion: string | null): void {
    this.#statements.setDeletion.run(deletion, seq)
  }

  /**
   * A page of the list in its order (compareSummaries): `limit` conversations after the given one.
   * `streaming` is filled in by the caller, who knows it of all at once.
   */
  page(after: ConversationRow | undefined, limit: number): ConversationRow[] {
    const { first, next } = this.#statements
    const rows = after ? next.all(after.pinned, after.updatedAtMs, after.seq, limit) : first.all(limit)
    return rows as unknown as ConversationRow[]
  }

  count(): number {
    return Number(this.#statements.count.get()?.count)
  }

  /** Every conversation that is shown, oldest first. */
  all(): ConversationRow[] {
    return this.#statements.all.all() as unknown as ConversationRow[]
  }

  /** Conversations with a reply under way. */
  streaming(): Set<number> {
    return new Set(this.#statements.streaming.all().map(({ conversation }) => Number(conversation)))
  }

  /** Whether a shown conversation was imported with this content. */
  wasImported(hash: string): boolean {
    return this.#statements.imported.get(hash) !== undefined
  }

  purge(row: ConversationRow): void {
    this.#fullText.removeTitle(row.seq, row.title)
    this.#statements.removeDraft.run(row.id)
    this.#statements.remove.run(row.seq)
  }
}

/** The row as the list shows it. */
export function summaryOf(row: ConversationRow, streaming: ReadonlySet<number>): ConversationSummary {
  const { id, title, createdAtMs, updatedAtMs } = row
  return { id, title, createdAtMs, updatedAtMs, pinned: row.pinned === 1, streaming: streaming.has(row.seq) }
}

function prepare(database: Database) {
  const order = 'ORDER BY pinned DESC, updated_at_ms DESC, seq DESC LIMIT ?'
  return {
    add: database.prepare(`
      INSERT INTO conversations (id, title, created_at_ms, updated_at_ms, pinned, leaf, imported_hash)
      VALUES (:id, :title, :createdAtMs, :updatedAtMs, :pinned, :leaf, :importedHash)`),
    find: database.prepare(`SELECT ${COLUMNS} FROM conversations WHERE id = ?`),
    bySeq: database.prepare(`SELECT ${COLUMNS} FROM conversations WHERE seq = ?`),
    rename: database.prepare('UPDATE conversations SET title = ? WHERE seq = ?'),
    pin: database.prepare('UPDATE conversations SET pinned = ? WHERE seq = ?'),
    show: database.prepare(
      'UPDATE conversations SET leaf = ?, updated_at_ms = coalesce(?, updated_at_ms) WHERE seq = ?',
    ),
    setDeletion: database.prepare('UPDATE conversations SET deletion = ? WHERE seq = ?'),
    first: database.prepare(`SELECT ${COLUMNS} FROM conversations WHERE deletion IS NULL ${order}`),
    next: database.prepare(`
      SELECT ${COLUMNS} FROM conversations
      WHERE deletion IS NULL AND (pinned, updated_at_ms, seq) < (?, ?, ?) ${order}`),
    count: database.prepare('SELECT count(*) AS count FROM conversations WHERE deletion IS NULL'),
    all: database.prepare(`SELECT ${COLUMNS} FROM conversations WHERE deletion IS NULL ORDER BY seq`),
    // CROSS JOIN: from the few turns to their messages, and never the other way round.
    streaming: database.prepare(`
      SELECT DISTINCT m.conversation FROM turns t CROSS JOIN messages m ON m.seq = t.message WHERE t.end IS NULL`),
    imported: database.prepare(
      'SELECT 1 FROM conversations WHERE imported_hash = ? AND deletion IS NULL LIMIT 1',
    ),
    removeDraft: database.prepare('DELETE FROM drafts WHERE conversation = ?'),
    remove: database.prepare('DELETE FROM conversations WHERE seq = ?'),
  }
}
