import { createHash, randomUUID } from 'node:crypto'
import type { WholeConversation } from '../conversations/conversation-store.ts'
import { storedForm } from './json.ts'

const EVERYTHING = { reasoning: true, toolCalls: true, figures: true, samples: true } as const

/** What a conversation is known again by: equal exactly for conversations that export to the same JSON. */
export function fingerprintOf(conversation: WholeConversation): string {
  return createHash('sha256')
    .update(JSON.stringify(storedForm(conversation, EVERYTHING)))
    .digest('hex')
}

/** The conversation as a copy: the same in all but its ids. */
export function withNewIds(conversation: WholeConversation): WholeConversation {
  const ids = new Map(conversation.messages.map(({ id }) => [id, randomUUID() as string]))
  const renamed = (id: string) => ids.get(id) ?? id
  return {
    ...conversation,
    id: randomUUID(),
    leafId: conversation.leafId && renamed(conversation.leafId),
    messages: conversation.messages.map((message) =>
      message.role === 'user'
        ? { ...message, id: renamed(message.id), parentId: message.parentId && renamed(message.parentId) }
        : { ...message, id: renamed(message.id), parentId: renamed(message.parentId) },
    ),
  }
}
