import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConversationStore } from '../../../main/conversations/conversation-store.ts'
import type { Message, ReplyMessage, Siblings, UserMessage } from '../../../shared/chat/conversation.ts'
import { NO_SAMPLING } from '../../../shared/chat/settings.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { newTurn } from '../../../shared/stream/turn.ts'

let lastId = 0
const nextId = (prefix: string) => {
  lastId += 1
  return `${prefix}-${lastId}`
}

export function userMessage(text: string, parentId: string | null, createdAtMs = 1000): UserMessage {
  return { role: 'user', id: nextId('user'), parentId, createdAtMs, text }
}

/** A reply that has just begun. */
export function newReply(parentId: string, createdAtMs = 1000): ReplyMessage {
  const id = nextId('reply')
  return {
    role: 'assistant',
    id,
    parentId,
    createdAtMs,
    request: {
      serverName: 'AFM on this Mac',
      baseUrl: 'http://127.0.0.1:9999',
      model: 'test-model',
      sampling: { ...NO_SAMPLING, stop: [] },
      thinking: 'default',
      profile: 'extended',
      demo: false,
    },
    turn: newTurn(`request-${id}`),
  }
}

/** The reply after these events. */
export function grown(reply: ReplyMessage, ...events: StreamEvent[]): ReplyMessage {
  return { ...reply, turn: accumulate(reply.turn, events) }
}

/** The reply as it ended with this text. */
export function answered(reply: ReplyMessage, text: string): ReplyMessage {
  const content: StreamEvent = { type: 'content', atMs: 5, text, deltas: 1 }
  return grown(reply, content, { type: 'done', atMs: 9, end: 'done' })
}

/** Stores on folders that are removed by `cleanUp`. */
export function storeFolders() {
  const folders: string[] = []
  const stores: ConversationStore[] = []
  return {
    folder(): string {
      const folder = mkdtempSync(join(tmpdir(), 'afm-desktop-store-'))
      folders.push(folder)
      return folder
    },
    open(
      folder: string,
      options: ConstructorParameters<typeof ConversationStore>[1] = {},
    ): ConversationStore {
      const store = new ConversationStore(folder, options)
      stores.push(store)
      return store
    },
    cleanUp(): void {
      for (const store of stores.splice(0)) store.close()
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a message in a conversation, or a new one, and has it answered; returns all ids. */
export function send(
  store: ConversationStore,
  conversationId: string | null,
  text: string,
  options: { readonly answer?: string; readonly parentId?: string | null; readonly atMs?: number } = {},
): { conversationId: string; userId: string; replyId: string } {
  const leafId = conversationId === null ? null : store.open(conversationId).leafId
  const question = userMessage(text, options.parentId === undefined ? leafId : options.parentId, options.atMs)
  const reply = newReply(question.id, options.atMs)
  const begun = store.beginTurn({
    conversation: conversationId === null ? { newTitle: text } : { id: conversationId },
    userMessage: question,
    reply,
    draft: null,
  })
  store.finishReply(answered(reply, options.answer ?? `answer to ${text}`))
  return { conversationId: begun.conversationId, userId: question.id, replyId: reply.id }
}

/** The whole visible branch, read as a window does: its end, then what stands above, part by part. */
export function openWhole(
  store: ConversationStore,
  conversationId: string,
  count = 3,
): { messages: Message[]; siblings: Siblings } {
  const { textBytes, messages: end, siblings } = store.open(conversationId)
  const above: Message[] = []
  const beside: Siblings[] = [siblings]
  const unread = textBytes.length - end.length
  while (above.length < unread) {
    const part = store.readAbove(conversationId, end[0]?.id ?? '', { from: above.length, count })
    if (part.from !== above.length || part.messages.length === 0) throw new Error('a part is missing')
    above.push(...part.messages)
    beside.push(part.siblings)
  }
  const entries = beside.flatMap((siblings) => Object.entries(siblings))
  return { messages: [...above, ...end], siblings: Object.fromEntries(entries) }
}

/** What the visible branch says, in order. */
export function said(store: ConversationStore, conversationId: string): string[] {
  return openWhole(store, conversationId).messages.map((message) =>
    message.role === 'user' ? message.text : message.turn.content,
  )
}
