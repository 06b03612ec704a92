import type { Message, ReplyMessage } from '../../shared/chat/conversation.ts'
import { interruptTurn } from '../../shared/stream/interrupt.ts'
import type { FullText } from './full-text.ts'
import { MESSAGE_COLUMNS, type MessageRow, messageOf, messagesOf, turnColumns } from './rows.ts'
import type { Database } from './sqlite.ts'

const FROM = `
  FROM messages m LEFT JOIN turns t ON t.message = m.seq LEFT JOIN messages p ON p.seq = m.parent`

const TURN_COLUMNS = [
  'request_id',
  'server_name',
  'base_url',
  'model',
  'end',
  'finish_reason',
  'prompt_tokens',
  'completion_tokens',
  'deltas',
  'first_token_at_ms',
  'last_token_at_ms',
  'ended_at_ms',
  'decode_tok_s',
  'gpu_energy_j',
  'reasoning',
  'request',
  'turn',
] as const

/** Where a message stands in its tree. */
export interface MessagePlace {
  readonly seq: number
  readonly conversation: number
  readonly parent: number | null
  readonly role: 'user' | 'assistant'
  readonly deletion: string | null
}

/** The rows of messages and turns. Every method is one or a few statements inside the caller's transaction. */
export class Messages {
  readonly #fullText: FullText
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database, fullText: FullText) {
    this.#fullText = fullText
    this.#statements = prepare(database)
  }

  /** Adds a message as the last child of its parent; returns its row's number. */
  add(conversation: number, parent: number | null, message: Message): number {
    const { id, role, createdAtMs } = message
    const text = role === 'user' ? message.text : message.turn.content
    const { lastInsertRowid } = this.#statements.add.run({
      id,
      conversation,
      parent,
      role,
      createdAtMs,
      text,
    })
    const seq = Number(lastInsertRowid)
    if (message.role === 'assistant') this.#statements.addTurn.run({ message: seq, ...turnColumns(message) })
    if (message.role === 'user' || message.turn.end !== null) this.#fullText.addMessage(seq, text)
    return seq
  }

  /** Writes a streaming reply as far as it has come. The index is left alone. */
  saveDraft(reply: ReplyMessage): void {
    const { seq } = this.#statements.place.get(reply.id) ?? {}
    if (typeof seq === 'number') this.#write(seq, reply)
  }

  /** Writes a reply that has ended, and indexes it. A reply that is no longer there was deleted meanwhile. */
  finish(reply: ReplyMessage): void {
    const { seq } = this.#statements.place.get(reply.id) ?? {}
    if (typeof seq !== 'number') return
    this.#write(seq, reply)
    this.#fullText.addMessage(seq, reply.turn.content)
  }

  #write(seq: number, reply: ReplyMessage): void {
    this.#statements.setText.run(reply.turn.content, seq)
    this.#statements.setTurn.run({ message: seq, ...turnColumns(reply) })
  }

  /** Ends every reply that a run of the app before this one left streaming; returns how many there were. */
  interruptStreaming(): number {
    const rows = this.#statements.streaming.all() as unknown as MessageRow[]
    for (const row of rows) {
      const message = messageOf(row)
      if (message.role === 'assistant') this.finish({ ...message, turn: interruptTurn(message.turn) })
    }
    return rows.length
  }

  /** Undefined for a message that was never there; one that is deleted has its deletion. */
  place(id: string): MessagePlace | undefined {
    return this.#statements.place.get(id) as MessagePlace | undefined
  }

  get(seq: number): Message | undefined {
    const row = this.#statements.get.get(seq)
    return row && messageOf(row as unknown as MessageRow)
  }

  /** The messages with these numbers, in this order; one that is not there is left out. */
  read(seqs: readonly number[]): Message[] {
    return messagesOf(this.#statements.read.all(JSON.stringify(seqs)) as unknown as MessageRow[])
  }

  /** All messages that are shown in some branch, in the order they were made. */
  ofConversation(conversation: number): Message[] {
    return messagesOf(this.#statements.all.all(conversation) as unknown as MessageRow[])
  }

  /** Takes a message out of the index, the turns and the messages, for good. Children must have gone. */
  purge(seq: number): void {
    const row = this.#statements.get.get(seq) as unknown as (MessageRow & { end: string | null }) | undefined
    if (!row) return
    if (row.role === 'user' || row.end !== null) this.#fullText.removeMessage(seq, row.text)
    this.#statements.removeTurn.run(seq)
    this.#statements.remove.run(seq)
  }
}

function prepare(database: Database) {
  const list = TURN_COLUMNS.join(', ')
  const values = TURN_COLUMNS.map((name) => `:${name}`).join(', ')
  const changes = TURN_COLUMNS.map((name) => `${name} = :${name}`).join(', ')
  return {
    add: database.prepare(`
      INSERT INTO messages (id, conversation, parent, position, role, created_at_ms, text)
      VALUES (:id, :conversation, :parent, (
        SELECT coalesce(max(position) + 1, 0) FROM messages
        WHERE conversation = :conversation AND parent IS :parent
      ), :role, :createdAtMs, :text)`),
    addTurn: database.prepare(`INSERT INTO turns (message, ${list}) VALUES (:message, ${values})`),
    setText: database.prepare('UPDATE messages SET text = ? WHERE seq = ?'),
    setTurn: database.prepare(`UPDATE turns SET ${changes} WHERE message = :message`),
    streaming: database.prepare(`SELECT ${MESSAGE_COLUMNS} ${FROM} WHERE m.seq IN
      (SELECT message FROM turns WHERE end IS NULL)`),
    place: database.prepare('SELECT seq, conversation, parent, role, deletion FROM messages WHERE id = ?'),
    get: database.prepare(`SELECT ${MESSAGE_COLUMNS}, t.end ${FROM} WHERE m.seq = ?`),
    read: database.prepare(`
      SELECT ${MESSAGE_COLUMNS} FROM json_each(?) wanted CROSS JOIN messages m ON m.seq = wanted.value
      LEFT JOIN turns t ON t.message = m.seq LEFT JOIN messages p ON p.seq = m.parent ORDER BY wanted.key`),
    all: database.prepare(`
      SELECT ${MESSAGE_COLUMNS} ${FROM} WHERE m.conversation = ? AND m.deletion IS NULL ORDER BY m.seq`),
    removeTurn: database.prepare('DELETE FROM turns WHERE message = ?'),
    remove: database.prepare('DELETE FROM messages WHERE seq = ?'),
  }
}
