import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { ConversationSummary } from '../../shared/chat/conversation.ts'

export interface ConversationsState {
  /** Null until main has answered for the first time. */
  readonly list: readonly ConversationSummary[] | null
}

export interface ConversationsStore {
  readonly store: StoreApi<ConversationsState>
  load(): Promise<void>
  set(list: readonly ConversationSummary[]): void
}

/** The conversations the sidebar lists, in main's order. */
export function createConversations(bridge: Bridge): ConversationsStore {
  const store = createStore<ConversationsState>(() => ({ list: null }))
  return {
    store,
    async load() {
      const answer = await bridge.call('conversations.list', {})
      if (answer.ok) store.setState({ list: answer.value })
    },
    set: (list) => store.setState({ list }),
  }
}
