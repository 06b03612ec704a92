import type { Conversation, ConversationSummary, Message } from '../../shared/chat/conversation.ts'

/**
 * Where conversations live. The seam for a store on disk: every write resolves when it is as safe as the
 * store can make it, and a turn is not sent before its message is.
 */
export interface ConversationStore {
  list(): Promise<readonly ConversationSummary[]>
  /** Undefined when there is no such conversation. */
  get(id: string): Promise<Conversation | undefined>
  create(conversation: Conversation): Promise<void>
  /** Adds a message and makes it the leaf of the visible branch. */
  append(conversationId: string, message: Message): Promise<void>
  /** Replaces a message by its newer self: a reply that grew or ended. */
  update(conversationId: string, message: Message): Promise<void>
}
