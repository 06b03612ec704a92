import { createHash, randomUUID } from 'node:crypto'
import { asObject } from '../../shared/stream/json.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { storedForm } from './json.ts'

const EVERYTHING = { reasoning: true, toolCalls: true, figures: true, samples: true } as const

/**
 * What a conversation is known again by: equal exactly for conversations that export to the same JSON, in
 * whatever order a writer puts the keys of an object.
 */
export function fingerprintOf(conversation: WholeConversation): string {
  const text = JSON.stringify(storedForm(conversation, EVERYTHING), sortedKeys)
  return createHash('sha256').update(text).digest('hex')
}

function sortedKeys(_key: string, value: unknown): unknown {
  const object = asObject(value)
  if (!object) return value
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
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
