import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'

export interface DraftsState {
  /** What was typed and not sent, by conversation; the key of a new one is the empty string. */
  readonly texts: Readonly<Record<string, string>>
}

export interface DraftsStore {
  readonly store: StoreApi<DraftsState>
  /** Takes up what main has kept; what was typed here meanwhile stands. */
  load(): Promise<void>
  set(conversationId: string | null, text: string): void
  /** Saves at once what waits to be saved, as when the page goes. */
  flush(): Promise<void>
}

/** How long typed text may wait before main has it, ms. */
const SAVE_MS = 400

/** The drafts of all conversations. Main keeps them, so that they outlive the page and the app. */
export function createDrafts(bridge: Bridge): DraftsStore {
  const store = createStore<DraftsState>(() => ({ texts: {} }))
  /** Drafts that main does not have yet as they stand here. */
  const unsaved = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(conversationId: string): Promise<void> {
    unsaved.delete(conversationId)
    const text = store.getState().texts[conversationId] ?? ''
    const answer = await bridge.call('drafts.save', { conversationId, text })
    // A conversation that is gone needs no draft; everything else is tried again with the next change.
    if (!answer.ok && answer.error.code !== 'not-found') unsaved.add(conversationId)
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await Promise.all([...unsaved].map(save))
  }

  return {
    store,
    flush,
    async load() {
      const answer = await bridge.call('drafts.list', {})
      if (!answer.ok) return
      const { texts } = store.getState()
      const kept = Object.entries(answer.value).filter(([id]) => !unsaved.has(id))
      store.setState({ texts: { ...Object.fromEntries(kept), ...texts } })
      await flush()
    },
    set(conversationId, text) {
      const key = conversationId ?? ''
      const { [key]: before = '', ...others } = store.getState().texts
      if (before === text) return
      store.setState({ texts: text === '' ? others : { ...others, [key]: text } })
      unsaved.add(key)
      // Not put off by further typing: a long message typed in one go is saved while it grows.
      timer ??= setTimeout(() => void flush(), SAVE_MS)
    },
  }
}
