import type { MessageTree } from './branches.ts'
import type { Catalog, ConversationRow } from './catalog.ts'
import type { MessagePlace, Messages } from './messages.ts'
import type { Database } from './sqlite.ts'

interface DeletionRow {
  readonly id: string
  readonly conversation: number
  readonly message: number | null
  readonly leafBefore: number | null
  readonly leafAfter: number | null
}

/**
 * Deleting hides; undoing shows again; purging, much later, removes for good. A deletion marks the rows it
 * hides with its id, so that undoing brings back these and no others.
 */
export class Deletions {
  readonly #catalog: Catalog
  readonly #messages: Messages
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database, catalog: Catalog, messages: Messages) {
    this.#catalog = catalog
    this.#messages = messages
    this.#statements = prepare(database)
  }

  deleteConversation(id: string, conversation: ConversationRow, atMs: number): void {
    const { seq, leaf } = conversation
    this.#statements.add.run({
      id,
      atMs,
      conversation: seq,
      message: null,
      leafBefore: leaf,
      leafAfter: leaf,
    })
    this.#catalog.setDeletion(seq, id)
  }

  /** Hides a message and all below it; what is shown then is decided by MessageTree.leafWithout. */
  deleteBranch(
    id: string,
    {
      conversation,
      message,
      tree,
      atMs,
    }: {
      readonly conversation: ConversationRow
      readonly message: MessagePlace
      readonly tree: MessageTree
      readonly atMs: number
    },
  ): void {
    const { seq, leaf: leafBefore } = conversation
    const hidden = tree.subtree(message.seq)
    const wasVisible = leafBefore !== null && tree.pathTo(leafBefore).includes(message.seq)
    const leafAfter = wasVisible ? tree.leafWithout(message.seq) : leafBefore
    this.#statements.add.run({ id, atMs, conversation: seq, message: message.seq, leafBefore, leafAfter })
    for (const at of hidden) this.#statements.hide.run(id, at)
    this.#catalog.show(seq, leafAfter)
  }

  /**
   * Shows again what a deletion hid; returns the conversation's row number, undefined when there is no such
   * deletion. The visible branch goes back too, unless it has moved on since.
   */
  undo(id: string): number | undefined {
    const deletion = this.#statements.find.get(id) as unknown as DeletionRow | undefined
    if (!deletion) return undefined
    const { conversation, message, leafBefore, leafAfter } = deletion
    if (message === null) this.#catalog.setDeletion(conversation, null)
    else {
      // Below a message that was deleted later, the branch now belongs to that deletion.
      const { deletion: above = null } = this.#statements.parentDeletion.get(message) ?? {}
      this.#statements.restore.run(above, id)
      if (above === null && this.#catalog.bySeq(conversation)?.leaf === leafAfter) {
        this.#catalog.show(conversation, leafBefore)
      }
    }
    this.#statements.forget.run(id)
    return conversation
  }

  /** Removes for good what was deleted before the given time; returns the number of messages. */
  purge(beforeMs: number): number {
    const old = this.#statements.older.all(beforeMs) as unknown as DeletionRow[]
    let purged = 0
    for (const { id, conversation, message } of old) {
      // A whole conversation takes along what was deleted in it before.
      const rows =
        message === null ? this.#statements.inConversation.all(conversation) : this.#statements.hidden.all(id)
      if (message === null) this.#statements.forgetAllIn.run(conversation)
      else this.#statements.forget.run(id)
      for (const { seq } of rows) this.#messages.purge(Number(seq))
      purged += rows.length
      const row = message === null ? this.#catalog.bySeq(conversation) : undefined
      if (row) this.#catalog.purge(row)
    }
    return purged
  }
}

function prepare(database: Database) {
  const columns = 'id, conversation, message, leaf_before AS leafBefore, leaf_after AS leafAfter'
  return {
    add: database.prepare(`
      INSERT INTO deletions (id, at_ms, conversation, message, leaf_before, leaf_after)
      VALUES (:id, :atMs, :conversation, :message, :leafBefore, :leafAfter)`),
    find: database.prepare(`SELECT ${columns} FROM deletions WHERE id = ?`),
    // The newest first: a branch goes before what it hung from.
    older: database.prepare(
      `SELECT ${columns} FROM deletions WHERE at_ms < ? ORDER BY message IS NULL, message DESC`,
    ),
    hide: database.prepare('UPDATE messages SET deletion = ? WHERE seq = ?'),
    restore: database.prepare('UPDATE messages SET deletion = ? WHERE deletion = ?'),
    parentDeletion: database.prepare(`
      SELECT p.deletion FROM messages m JOIN messages p ON p.seq = m.parent WHERE m.seq = ?`),
    forget: database.prepare('DELETE FROM deletions WHERE id = ?'),
    forgetAllIn: database.prepare('DELETE FROM deletions WHERE conversation = ?'),
    // Children have higher numbers than their parents, so they go first.
    hidden: database.prepare('SELECT seq FROM messages WHERE deletion = ? ORDER BY seq DESC'),
    inConversation: database.prepare('SELECT seq FROM messages WHERE conversation = ? ORDER BY seq DESC'),
  }
}
