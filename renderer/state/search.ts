import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { SearchResult } from '../../shared/chat/search.ts'
import type { Failure } from '../../shared/result.ts'

export interface SearchState {
  /** As it stands in the field. */
  readonly query: string
  /** What was found last; it stays while the next answer is on its way. Null when nothing is sought. */
  readonly result: SearchResult | null
  /** Whether `result` is not yet that of `query`. */
  readonly pending: boolean
  readonly failure: Failure | null
}

export interface SearchStore {
  readonly store: StoreApi<SearchState>
  setQuery(query: string): void
  /** Fetches the page after what is there. */
  more(): Promise<void>
}

/** A search waits so long (ms) for the next letter. */
const PAUSE_MS = 90
const PAGE = 50
/** The longest query main takes. */
const MAX_QUERY = 500

const NOTHING: SearchState = { query: '', result: null, pending: false, failure: null }

/** The search over all conversations. Only the answer to the latest question is shown. */
export function createSearch(bridge: Bridge): SearchStore {
  const store = createStore<SearchState>(() => NOTHING)
  const { getState: get, setState: set } = store
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(query: string, offset: number): Promise<void> {
    const mine = ++asked
    const answer = await bridge.call('conversations.search', { query, limit: PAGE, offset })
    if (mine !== asked) return
    if (!answer.ok) set({ failure: answer.error, pending: false })
    else {
      const before = offset === 0 ? null : get().result
      const result = before
        ? { ...answer.value, titles: before.titles, messages: [...before.messages, ...answer.value.messages] }
        : answer.value
      set({ result, failure: null, pending: false })
    }
  }

  return {
    store,
    setQuery(typed) {
      const query = typed.slice(0, MAX_QUERY)
      if (query === get().query) return
      clearTimeout(timer)
      // An answer that is under way is for another question.
      asked += 1
      if (query.trim() === '') set({ ...NOTHING, query })
      else {
        set({ query, pending: true })
        timer = setTimeout(() => void ask(query, 0), PAUSE_MS)
      }
    },
    async more() {
      const { query, result, pending } = get()
      if (!result?.more || pending) return
      set({ pending: true })
      await ask(query, result.messages.length)
    },
  }
}
