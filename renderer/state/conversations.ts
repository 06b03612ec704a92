import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, ConversationsChange } from '../../shared/bridge.ts'
import { type ConversationSummary, compareSummaries } from '../../shared/chat/conversation.ts'

export interface ConversationsState {
  /** Null until main has answered for the first time. */
  readonly list: readonly ConversationSummary[] | null
}

export interface ConversationsStore {
  readonly store: StoreApi<ConversationsState>
  /** Reads the whole list, page by page. */
  load(): Promise<void>
  /** Takes up what changed in the list. */
  apply(change: ConversationsChange): void
}

const PAGE = 1000

/** The conversations the sidebar lists, in main's order. */
export function createConversations(bridge: Bridge): ConversationsStore {
  const store = createStore<ConversationsState>(() => ({ list: null }))
  return {
    store,
    async load() {
      const list: ConversationSummary[] = []
      let after: string | null = null
      do {
        const answer: Awaited<ReturnType<typeof bridge.call<'conversations.list'>>> = await bridge.call(
          'conversations.list',
          { limit: PAGE, after },
        )
        if (!answer.ok) return
        list.push(...answer.value.items)
        after = answer.value.next
      } while (after !== null)
      store.setState({ list })
    },
    apply({ changed, removed }) {
      const gone = new Set([...removed, ...changed.map(({ id }) => id)])
      const kept = (store.getState().list ?? []).filter(({ id }) => !gone.has(id))
      store.setState({ list: [...changed, ...kept].sort(compareSummaries) })
    },
  }
}
