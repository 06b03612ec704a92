import { UserError } from '../../shared/result.ts'
import type { WholeConversation } from '../conversations/reading.ts'

/**
 * Makes sure that the messages of a file are a tree: every id once, every parent there and before its
 * children, which leaves no place for a circle. Returns the conversation with a visible branch, which the
 * file may have left open.
 * @throws UserError `invalid-file`
 */
export function checkedTree(conversation: WholeConversation): WholeConversation {
  const seen = new Set<string>()
  for (const { id, parentId } of conversation.messages) {
    if (seen.has(id)) throw broken(conversation, 'two messages have the same id')
    if (parentId !== null && !seen.has(parentId))
      throw broken(conversation, 'a message does not stand after the one it answers')
    seen.add(id)
  }
  const leafId = conversation.leafId ?? conversation.messages.at(-1)?.id ?? null
  if (leafId !== null && !seen.has(leafId)) throw broken(conversation, 'the visible branch leads nowhere')
  return { ...conversation, leafId }
}

function broken({ title }: WholeConversation, why: string): UserError {
  return new UserError('invalid-file', `Nothing was imported: in “${title.slice(0, 80)}” ${why}.`)
}
