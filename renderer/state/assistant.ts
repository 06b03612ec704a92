import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { AssistantStatus } from '../../shared/chat/assistant-status.ts'

export interface AssistantState {
  /** Null until main has answered for the first time. */
  readonly status: AssistantStatus | null
}

export interface AssistantStore {
  readonly store: StoreApi<AssistantState>
  load(): Promise<void>
  set(status: AssistantStatus): void
}

/** What main knows of the app's own Assistant API. */
export function createAssistant(bridge: Bridge): AssistantStore {
  const store = createStore<AssistantState>(() => ({ status: null }))
  return {
    store,
    async load() {
      const answer = await bridge.call('assistant.status', {})
      if (answer.ok) store.setState({ status: answer.value })
    },
    set: (status) => store.setState({ status }),
  }
}
