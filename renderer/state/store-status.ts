import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { StoreStatus } from '../../shared/chat/store-status.ts'

export interface StoreStatusState {
  /** Null until main has answered for the first time. */
  readonly status: StoreStatus | null
  /** Whether the user has read what was done about a damaged file. */
  readonly read: boolean
}

export interface StoreStatusStore {
  readonly store: StoreApi<StoreStatusState>
  load(): Promise<void>
  set(status: StoreStatus): void
  markRead(): void
}

/** How it stands with the conversations on disk. */
export function createStoreStatus(bridge: Bridge): StoreStatusStore {
  const store = createStore<StoreStatusState>(() => ({ status: null, read: false }))
  return {
    store,
    async load() {
      const answer = await bridge.call('store.status', {})
      if (answer.ok) store.setState({ status: answer.value })
    },
    set: (status) => store.setState({ status }),
    markRead: () => store.setState({ read: true }),
  }
}
