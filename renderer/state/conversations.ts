import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, ConversationsChange } from '../../shared/bridge.ts'
import { type ConversationSummary, compareSummaries } from '../../shared/chat/conversation.ts'
import type { Failure, Result } from '../../shared/result.ts'

export interface ConversationsState {
  /** Null until main has answered for the first time; its newest part until all have been read. */
  readonly list: readonly ConversationSummary[] | null
  /** Why the list could not be read. */
  readonly failure: Failure | null
}

export interface ConversationsStore {
  readonly store: StoreApi<ConversationsState>
  /** Reads the list page by page; the first page is shown while the others come. */
  load(): Promise<void>
  /** Takes up what changed in the list. */
  apply(change: ConversationsChange): void
  /** Null when main has changed it; otherwise nothing was changed. */
  rename(id: string, title: string): Promise<Failure | null>
  pin(id: string, pinned: boolean): Promise<Failure | null>
}

/** A screenful, so that the first is there at once however many there are. */
const FIRST_PAGE = 100
const PAGE = 1000

/** The conversations the sidebar lists, in main's order. */
export function createConversations(bridge: Bridge): ConversationsStore {
  const store = createStore<ConversationsState>(() => ({ list: null, failure: null }))
  const { getState: get, setState: set } = store
  /** What changed since the pages were begun, and is newer than what they say; one set for each reading. */
  let newer = new Set<string>()

  function apply({ changed, removed }: ConversationsChange): void {
    const gone = new Set([...removed, ...changed.map(({ id }) => id)])
    for (const id of gone) newer.add(id)
    const kept = (get().list ?? []).filter(({ id }) => !gone.has(id))
    set({ list: [...changed, ...kept].sort(compareSummaries) })
  }

  function take(answer: Result<ConversationSummary>): Failure | null {
    if (!answer.ok) return answer.error
    apply({ changed: [answer.value], removed: [] })
    return null
  }

  return {
    store,
    apply,
    async load() {
      const mine = new Set<string>()
      newer = mine
      const read = new Map<string, ConversationSummary>()
      let after: string | null = null
      do {
        const answer: Awaited<ReturnType<typeof bridge.call<'conversations.list'>>> = await bridge.call(
          'conversations.list',
          { limit: read.size === 0 ? FIRST_PAGE : PAGE, after },
        )
        // Another reading has begun meanwhile.
        if (newer !== mine) return
        if (!answer.ok) {
          if (answer.error.code !== 'disconnected') set({ failure: answer.error })
          return
        }
        for (const item of answer.value.items) read.set(item.id, item)
        after = answer.value.next
        if (after === null || get().list === null) {
          const fresh = (get().list ?? []).filter(({ id }) => mine.has(id))
          const rest = [...read.values()].filter(({ id }) => !mine.has(id))
          set({ list: [...fresh, ...rest].sort(compareSummaries), failure: null })
        }
      } while (after !== null)
    },
    rename: async (id, title) => take(await bridge.call('conversations.rename', { id, title })),
    pin: async (id, pinned) => take(await bridge.call('conversations.pin', { id, pinned })),
  }
}
