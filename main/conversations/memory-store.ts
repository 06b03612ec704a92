import type { Conversation, ConversationSummary, Message } from '../../shared/chat/conversation.ts'
import { UserError } from '../../shared/result.ts'
import type { ConversationStore } from './conversation-store.ts'

/** The conversations of this run, newest first. They are gone when the app ends. */
export class MemoryConversationStore implements ConversationStore {
  readonly #conversations = new Map<string, Conversation>()

  async list(): Promise<readonly ConversationSummary[]> {
    return [...this.#conversations.values()]
      .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
      .map(({ id, title, createdAtMs, updatedAtMs, messages }) => ({
        id,
        title,
        createdAtMs,
        updatedAtMs,
        streaming: messages.some((message) => message.role === 'assistant' && message.turn.end === null),
      }))
  }

  async get(id: string): Promise<Conversation | undefined> {
    return this.#conversations.get(id)
  }

  async create(conversation: Conversation): Promise<void> {
    this.#conversations.set(conversation.id, conversation)
  }

  async append(conversationId: string, message: Message): Promise<void> {
    const conversation = this.#require(conversationId)
    this.#conversations.set(conversationId, {
      ...conversation,
      messages: [...conversation.messages, message],
      leafId: message.id,
      updatedAtMs: message.createdAtMs,
    })
  }

  async update(conversationId: string, message: Message): Promise<void> {
    const conversation = this.#require(conversationId)
    const messages = conversation.messages.map((known) => (known.id === message.id ? message : known))
    this.#conversations.set(conversationId, { ...conversation, messages })
  }

  #require(id: string): Conversation {
    const conversation = this.#conversations.get(id)
    if (!conversation) throw new UserError('not-found', 'This conversation is no longer there.')
    return conversation
  }
}
