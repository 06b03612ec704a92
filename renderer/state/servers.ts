import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { ServerStatus } from '../../shared/chat/server-status.ts'

export interface ServersState {
  /** Null until main has answered for the first time. */
  readonly status: ServerStatus | null
}

export interface ServersStore {
  readonly store: StoreApi<ServersState>
  load(): Promise<void>
  /** Asks the selected server again, at once. */
  refresh(): Promise<void>
  set(status: ServerStatus): void
}

/** What main knows of the selected server. */
export function createServers(bridge: Bridge): ServersStore {
  const store = createStore<ServersState>(() => ({ status: null }))
  return {
    store,
    async load() {
      const answer = await bridge.call('servers.status', {})
      if (answer.ok) store.setState({ status: answer.value })
    },
    async refresh() {
      const answer = await bridge.call('servers.refresh', {})
      if (answer.ok) store.setState({ status: answer.value })
    },
    set: (status) => store.setState({ status }),
  }
}
