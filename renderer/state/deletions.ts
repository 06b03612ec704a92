import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { OpenConversation } from '../../shared/chat/conversation.ts'
import type { Failure, Result } from '../../shared/result.ts'

/** Something deleted in this window that can be brought back. */
export interface Deletion {
  readonly id: string
  readonly conversationId: string
  /** What was deleted, in words for the user. */
  readonly words: string
  /** Whether it was on the screen, and goes there again. */
  readonly wasOpen: boolean
}

export interface DeletionsState {
  /** Oldest first; the last is undone first. */
  readonly list: readonly Deletion[]
}

export interface DeletionHooks {
  isOpen(conversationId: string): boolean
  /** The visible branch is another one now. */
  onBranch(conversation: OpenConversation): void
  onUndone(deletion: Deletion, conversation: OpenConversation): void
  /** Runs a command whose `branches.changed` this window need not answer, as it gets the result itself. */
  own<T>(command: () => Promise<T>): Promise<T>
}

export interface DeletionsStore {
  readonly store: StoreApi<DeletionsState>
  /** Null when it was deleted; otherwise it is still there. */
  deleteConversation(conversationId: string, title: string): Promise<Failure | null>
  deleteBranch(conversationId: string, messageId: string, words: string): Promise<Failure | null>
  /** Undoes one deletion, the latest if none is named. */
  undo(id?: string): Promise<Failure | null>
  /** Offers the undoing no longer. */
  dismiss(id: string): void
}

/** Deletions of this window: each can be undone for as long as it is offered, the latest first. */
export function createDeletions(bridge: Bridge, hooks: DeletionHooks): DeletionsStore {
  const store = createStore<DeletionsState>(() => ({ list: [] }))
  const dismiss = (id: string) =>
    store.setState({ list: store.getState().list.filter((deletion) => deletion.id !== id) })

  function offer(
    answer: Result<{ readonly deletionId: string }>,
    deletion: Omit<Deletion, 'id'>,
  ): Failure | null {
    if (!answer.ok) return answer.error
    store.setState({ list: [...store.getState().list, { ...deletion, id: answer.value.deletionId }] })
    return null
  }

  return {
    store,
    dismiss,
    async deleteConversation(conversationId, title) {
      const wasOpen = hooks.isOpen(conversationId)
      const answer = await bridge.call('conversations.delete', { id: conversationId })
      return offer(answer, { conversationId, words: `“${title}” deleted`, wasOpen })
    },
    async deleteBranch(conversationId, messageId, words) {
      const answer = await hooks.own(() => bridge.call('branches.delete', { conversationId, messageId }))
      if (answer.ok) hooks.onBranch(answer.value.conversation)
      return offer(answer, { conversationId, words, wasOpen: true })
    },
    async undo(id) {
      const { list } = store.getState()
      const deletion = id === undefined ? list.at(-1) : list.find((candidate) => candidate.id === id)
      if (!deletion) return null
      // At once, so that a second press takes the next one.
      dismiss(deletion.id)
      const answer = await hooks.own(() => bridge.call('deletions.undo', { deletionId: deletion.id }))
      if (!answer.ok) return answer.error
      hooks.onUndone(deletion, answer.value)
      return null
    },
  }
}
