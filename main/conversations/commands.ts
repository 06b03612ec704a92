import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'
import { UserError } from '../../shared/result.ts'
import type { CommandHandlers } from '../commands.ts'
import type { TurnService } from '../turns/turn-service.ts'
import type { ConversationStore } from './conversation-store.ts'

type ConversationCommand = Extract<
  keyof CommandHandlers,
  `conversations.${string}` | `branches.${string}` | `drafts.${string}` | 'deletions.undo' | 'store.status'
>

/** What the commands on conversations need of the rest of the app. */
export interface ConversationCommandContext {
  readonly store: ConversationStore
  readonly turns: Pick<TurnService, 'isBusy' | 'stopIn'>
  emit<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
}

/** The bridge's commands on conversations, and the events that tell every window what they changed. */
export function conversationCommands({
  store,
  turns,
  emit,
}: ConversationCommandContext): Pick<CommandHandlers, ConversationCommand> {
  const listed = (id: string) => emit('conversations.changed', changeOf(store, id))
  const shown = (conversationId: string) => emit('branches.changed', { conversationId })
  return {
    'store.status': async () => store.status(),
    'conversations.list': async ({ limit, after }) => store.list(limit, after),
    'conversations.open': async ({ id }) => store.open(id),
    'conversations.read': async ({ id, aboveId, from, count }) =>
      store.readAbove(id, aboveId, { from, count }),
    'conversations.rename': async ({ id, title }) => {
      const summary = store.rename(id, title)
      listed(id)
      return summary
    },
    'conversations.pin': async ({ id, pinned }) => {
      const summary = store.pin(id, pinned)
      listed(id)
      return summary
    },
    'conversations.delete': async ({ id }) => {
      await turns.stopIn(id)
      const deletionId = store.deleteConversation(id)
      listed(id)
      return { deletionId }
    },
    'conversations.search': async ({ query, limit, offset }) => store.search(query, limit, offset),
    'drafts.list': async () => store.drafts(),
    'drafts.save': async ({ conversationId, text }) => {
      store.saveDraft(conversationId, text)
      return null
    },
    'branches.switch': async ({ conversationId, messageId }) => {
      // Whoever goes to a message that is visible already changes nothing for the other windows.
      if (store.switchBranch(conversationId, messageId)) shown(conversationId)
      return store.open(conversationId, messageId)
    },
    'branches.delete': async ({ conversationId, messageId }) => {
      if (turns.isBusy(conversationId))
        throw new UserError('busy', 'A reply is still coming. Stop it, or wait for its end.')
      const deletionId = store.deleteBranch(conversationId, messageId)
      shown(conversationId)
      return { deletionId, conversation: store.open(conversationId) }
    },
    'deletions.undo': async ({ deletionId }) => {
      const id = store.undoDeletion(deletionId)
      listed(id)
      shown(id)
      return store.open(id)
    },
  }
}

/** What the list has to know of a conversation that may be gone. */
export function changeOf(store: ConversationStore, id: string): BridgeEvents['conversations.changed'] {
  const summary = store.summary(id)
  return summary ? { changed: [summary], removed: [] } : { changed: [], removed: [id] }
}
