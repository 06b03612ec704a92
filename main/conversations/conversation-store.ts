import { randomUUID } from 'node:crypto'
import type {
  BranchPart,
  ConversationSummary,
  Message,
  OpenConversation,
  ReplyMessage,
  Siblings,
  UserMessage,
} from '../../shared/chat/conversation.ts'
import type { SearchResult } from '../../shared/chat/search.ts'
import type { StoreStatus } from '../../shared/chat/store-status.ts'
import type { TurnPage } from '../../shared/metrics/turn-summary.ts'
import { UserError } from '../../shared/result.ts'
import type { ConversationRow } from './catalog.ts'
import { summaryOf } from './catalog.ts'
import type { MessagePlace } from './messages.ts'
import {
  type ReadSource,
  readMessages,
  readOpened,
  readPart,
  readWhole,
  type WholeConversation,
} from './reading.ts'
import type { Database } from './sqlite.ts'
import { StoreFile } from './store-file.ts'
import { openTables, type Tables } from './tables.ts'
import { UnsavedReplies } from './unsaved-replies.ts'

/** How long something deleted can still be brought back after the app was ended, ms: a day. */
const KEPT_DELETED_MS = 24 * 60 * 60 * 1000

/** How many messages of a branch are read when it is opened: more than a screen shows. */
const END_MESSAGES = 40

/** The first moment of a turn, to be written in one piece before the request leaves. */
export interface TurnBeginning {
  /** The conversation it belongs to, or the title of a new one. */
  readonly conversation: { readonly id: string } | { readonly newTitle: string }
  /** Null when a message that is there is answered again. */
  readonly userMessage: UserMessage | null
  readonly reply: ReplyMessage
  /** The unsent text that this message was; null leaves all of them. */
  readonly draft: string | null
}

/**
 * The conversations on disk. Every method returns when its change is on disk and throws a UserError when
 * it is not; nothing is ever half written. One store at a time may use a data folder (folder-lock.ts).
 */
export class ConversationStore {
  readonly #file: StoreFile
  readonly #tables: Tables | null
  readonly #unsaved: UnsavedReplies
  readonly #statusChanged: (status: StoreStatus) => void
  readonly #endMessages: number

  constructor(
    dataFolder: string,
    options: {
      readonly fullText?: boolean
      readonly statusChanged?: (status: StoreStatus) => void
      readonly nowMs?: () => number
      /** How many messages `open` reads; a test lowers it to have long branches of few messages. */
      readonly endMessages?: number
      /** Gets the connection once it is open; how a test sets the limits of a disk. */
      readonly opened?: (database: Database) => void
    } = {},
  ) {
    this.#file = new StoreFile(dataFolder, options)
    this.#statusChanged = options.statusChanged ?? (() => {})
    this.#endMessages = options.endMessages ?? END_MESSAGES
    this.#unsaved = new UnsavedReplies(
      (reply) => this.#write(({ messages }) => messages.finish(reply)),
      () => this.#statusChanged(this.status()),
    )
    const { database, fullText, canWrite } = this.#file
    this.#tables = database && this.#file.read(() => openTables(database, { fullText, canWrite }))
    if (database) options.opened?.(database)
    if (!canWrite) return
    this.#file.tidy = () => this.#tables?.tidy()
    const nowMs = (options.nowMs ?? Date.now)()
    try {
      this.#write(({ messages, deletions }) => {
        messages.interruptStreaming()
        deletions.purge(nowMs - KEPT_DELETED_MS)
      })
    } catch (error) {
      // On a full disk the history can still be read; what is left to do is done at the next start.
      if (!(error instanceof UserError && error.code === 'disk-full')) throw error
    }
  }

  status(): StoreStatus {
    return this.#file.status(this.#unsaved.count)
  }

  /** A page of the list; `after` is the id of the last conversation of the page before. */
  list(
    limit: number,
    after: string | null,
  ): { items: ConversationSummary[]; next: string | null; total: number } {
    return this.#read(({ catalog }) => {
      const from = after === null ? undefined : catalog.find(after)
      if (after !== null && !from) throw notFound()
      const rows = catalog.page(from, limit + 1)
      const streaming = catalog.streaming()
      const items = rows.slice(0, limit).map((row) => summaryOf(row, streaming))
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total: catalog.count() }
    })
  }

  /** What the list shows of one conversation; undefined when it is deleted or was never there. */
  summary(id: string): ConversationSummary | undefined {
    return this.#read(({ catalog }) => {
      const row = catalog.find(id)
      return row && row.deletion === null ? summaryOf(row, catalog.streaming()) : undefined
    })
  }

  /**
   * The conversation as it is shown: the end of its visible branch, and the surroundings of a message of
   * that branch where one is named that does not stand there.
   */
  open(id: string, messageId: string | null = null): OpenConversation {
    const endMessages = this.#endMessages
    return this.#readAll((source) => {
      return readOpened(source, this.#shown(source.tables, id), { messageId, endMessages })
    })
  }

  /** Up to `count` messages after the first `from` of the branch to a message, without that message. */
  readAbove(
    conversationId: string,
    aboveId: string,
    { from, count }: { readonly from: number; readonly count: number },
  ): BranchPart {
    return this.#readAll((source) => {
      const { tables } = source
      const row = this.#shown(tables, conversationId)
      const path = tables.pathTo(this.#place(tables, row, aboveId).seq)
      return readPart(source, row, path, [from, Math.min(from + count, path.seqs.length - 1)])
    })
  }

  /** The messages from the root to the given one; what a reply to it is asked with. */
  branchTo(conversationId: string, messageId: string | null): Message[] {
    return this.#readAll((source) => {
      const { tables } = source
      const row = this.#shown(tables, conversationId)
      const leaf = messageId === null ? row.leaf : this.#place(tables, row, messageId).seq
      return readMessages(source, tables.pathTo(leaf).seqs)
    })
  }

  /** Writes a turn's first messages, and shows them; resolves who stands beside them. */
  beginTurn(beginning: TurnBeginning): { conversationId: string; siblings: Siblings } {
    const { conversation, userMessage, reply, draft } = beginning
    return this.#write((tables) => {
      const { catalog, messages, drafts } = tables
      const atMs = reply.createdAtMs
      const row = 'id' in conversation ? this.#shown(tables, conversation.id) : null
      const id = row?.id ?? randomUUID()
      const seq =
        row?.seq ??
        catalog.add({
          id,
          title: 'newTitle' in conversation ? conversation.newTitle : '',
          createdAtMs: userMessage?.createdAtMs ?? atMs,
          updatedAtMs: atMs,
          pinned: 0,
          leaf: null,
        })
      const first = userMessage ?? reply
      const parentId = first.parentId
      const parent = parentId === null ? null : row && this.#place(tables, row, parentId).seq
      let question = parent
      if (userMessage) question = messages.add(seq, parent, userMessage)
      const answer = messages.add(seq, question, reply)
      catalog.show(seq, answer, atMs)
      if (draft !== null) drafts.save(draft, '')
      return { conversationId: id, siblings: tables.siblingsOf(seq, parent, first.id) }
    })
  }

  /** Writes a streaming reply as far as it has come. */
  saveReplyDraft(reply: ReplyMessage): void {
    this.#write(({ messages }) => messages.saveDraft(reply), { durable: false })
  }

  /**
   * Writes a reply that has ended. When the disk takes it not, the reply is kept and tried again, the
   * status says so, and the failure is thrown.
   */
  finishReply(reply: ReplyMessage): void {
    try {
      this.#write(({ messages }) => messages.finish(reply))
    } catch (error) {
      this.#unsaved.keep(reply)
      throw error
    }
  }

  rename(id: string, title: string): ConversationSummary {
    return this.#change(id, ({ catalog }, row) => catalog.rename(row, title))
  }

  pin(id: string, pinned: boolean): ConversationSummary {
    return this.#change(id, ({ catalog }, row) => catalog.pin(row.seq, pinned))
  }

  /** Keeps what was typed and not sent; the empty id is the conversation that is not begun yet. */
  saveDraft(conversationId: string, text: string): void {
    this.#write((tables) => {
      if (conversationId !== '') this.#shown(tables, conversationId)
      tables.drafts.save(conversationId, text)
    })
  }

  drafts(): Record<string, string> {
    return this.#read(({ drafts }) => drafts.all())
  }

  search(query: string, limit: number, offset: number): SearchResult {
    return this.#read(({ search }) => search.find(query, limit, offset))
  }

  /** A page of the turns that have ended, newest first, of one conversation or of all; see TurnList. */
  turns(conversationId: string | null, after: string | null, limit: number): TurnPage {
    return this.#read((tables) => {
      const row = conversationId === null ? null : this.#shown(tables, conversationId)
      return tables.turns.page(row?.seq ?? null, after, limit)
    })
  }

  /** A reply that has ended, with its whole turn. */
  reply(replyId: string): ReplyMessage {
    const reply = this.#unsaved.get(replyId) ?? this.#read(({ turns }) => turns.read(replyId))
    if (!reply) throw new UserError('not-found', 'This reply is no longer there.')
    return reply
  }

  /**
   * Shows the branch a message stands in: down to the message, and on to the newest end below it. A message
   * of the visible branch is shown already, and nothing is written: its end is not exchanged for a newer one.
   * @returns Whether another branch is visible now.
   */
  switchBranch(conversationId: string, messageId: string): boolean {
    const isVisible = this.#read((tables) => {
      const row = this.#shown(tables, conversationId)
      return tables.pathTo(row.leaf).seqs.includes(this.#place(tables, row, messageId).seq)
    })
    if (isVisible) return false
    this.#write((tables) => {
      const row = this.#shown(tables, conversationId)
      const { seq } = this.#place(tables, row, messageId)
      tables.catalog.show(row.seq, tables.treeOf(row.seq).leafBelow(seq))
    })
    return true
  }

  /** Hides a conversation; returns the deletion's id, to undo it with. */
  deleteConversation(id: string, nowMs = Date.now()): string {
    const deletionId = randomUUID()
    this.#write((tables) => {
      tables.deletions.deleteConversation(deletionId, this.#shown(tables, id), nowMs)
    })
    return deletionId
  }

  /** Hides a message and all below it; returns the deletion's id, to undo it with. */
  deleteBranch(conversationId: string, messageId: string, nowMs = Date.now()): string {
    const deletionId = randomUUID()
    this.#write((tables) => {
      const row = this.#shown(tables, conversationId)
      const message = this.#place(tables, row, messageId)
      const tree = tables.treeOf(row.seq)
      tables.deletions.deleteBranch(deletionId, { conversation: row, message, tree, atMs: nowMs })
    })
    return deletionId
  }

  /** Shows again what a deletion hid; returns the conversation's id. */
  undoDeletion(deletionId: string): string {
    return this.#write(({ deletions, catalog }) => {
      const seq = deletions.undo(deletionId)
      const row = seq === undefined ? undefined : catalog.bySeq(seq)
      if (!row) throw new UserError('not-found', 'This can no longer be undone.')
      return row.id
    })
  }

  /** One conversation with all its branches. */
  whole(id: string): WholeConversation {
    return this.#readAll((source) => readWhole(source, this.#shown(source.tables, id)))
  }

  /** All conversations with all their branches, oldest first, one at a time. */
  *everything(): Generator<WholeConversation> {
    const rows = this.#read(({ catalog }) => catalog.all())
    for (const row of rows) yield this.#readAll((source) => readWhole(source, row))
  }

  /** Whether a conversation with this id is there, be it deleted. */
  hasConversation(id: string): boolean {
    return this.#read(({ catalog }) => catalog.find(id) !== undefined)
  }

  /** Whether a message with this id is there, be it deleted. */
  hasMessage(id: string): boolean {
    return this.#read(({ messages }) => messages.place(id) !== undefined)
  }

  /** Whether a conversation that is shown was imported with this content. */
  wasImported(hash: string): boolean {
    return this.#read(({ catalog }) => catalog.wasImported(hash))
  }

  /** Adds whole conversations, all or none. Ids must be new, and parents stand before their children. */
  addAll(conversations: readonly { readonly whole: WholeConversation; readonly hash: string }[]): void {
    this.#write(({ catalog, messages }) => {
      for (const { whole, hash } of conversations) {
        const row = { ...whole, pinned: Number(whole.pinned), leaf: null }
        const conversation = catalog.add(row, hash)
        const seqs = new Map<string, number>()
        for (const message of whole.messages) {
          const parent = message.parentId === null ? null : (seqs.get(message.parentId) ?? null)
          seqs.set(message.id, messages.add(conversation, parent, message))
        }
        catalog.show(conversation, whole.leafId === null ? null : (seqs.get(whole.leafId) ?? null))
      }
    })
  }

  /** Tries once more to save what is not safe, and closes the file. */
  close(): void {
    this.#unsaved.retry()
    this.#unsaved.close()
    this.#file.close()
  }

  #read<T>(read: (tables: Tables) => T): T {
    // Without tables there is no file, and the file says why before `read` is called.
    return this.#file.read(() => read(this.#tables as Tables))
  }

  /** Reads messages, with what the disk has not taken of them. */
  #readAll<T>(read: (source: ReadSource) => T): T {
    const newest = (message: Message) => this.#unsaved.get(message.id) ?? message
    return this.#read((tables) => read({ tables, newest }))
  }

  #write<T>(change: (tables: Tables) => T, options?: { readonly durable: boolean }): T {
    return this.#file.write(() => change(this.#tables as Tables), options)
  }

  #change(id: string, change: (tables: Tables, row: ConversationRow) => void): ConversationSummary {
    this.#write((tables) => change(tables, this.#shown(tables, id)))
    const summary = this.summary(id)
    if (!summary) throw notFound()
    return summary
  }

  #shown({ catalog }: Tables, id: string): ConversationRow {
    const row = catalog.find(id)
    if (!row || row.deletion !== null) throw notFound()
    return row
  }

  #place({ messages }: Tables, row: ConversationRow, messageId: string): MessagePlace {
    const place = messages.place(messageId)
    if (!place || place.conversation !== row.seq || place.deletion !== null)
      throw new UserError('not-found', 'This message is no longer there.')
    return place
  }
}

const notFound = () => new UserError('not-found', 'This conversation is no longer there.')
