import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, CommandInput } from '../../shared/bridge.ts'
import type { Settings, SettingsPatch } from '../../shared/chat/settings.ts'
import type { Failure, Result } from '../../shared/result.ts'

export interface SettingsState {
  /** Null until main has answered for the first time. */
  readonly settings: Settings | null
}

export interface SettingsStore {
  readonly store: StoreApi<SettingsState>
  load(): Promise<void>
  set(settings: Settings): void
  /** Null when saved; otherwise nothing was changed. */
  update(patch: SettingsPatch): Promise<Failure | null>
  saveServer(input: CommandInput<'servers.save'>): Promise<Failure | null>
  removeServer(id: string): Promise<Failure | null>
}

/** The settings as main has them: never changed here before main has saved them. */
export function createSettings(bridge: Bridge): SettingsStore {
  const store = createStore<SettingsState>(() => ({ settings: null }))
  const take = (answer: Result<Settings>): Failure | null => {
    if (!answer.ok) return answer.error
    store.setState({ settings: answer.value })
    return null
  }
  return {
    store,
    async load() {
      take(await bridge.call('settings.get', {}))
    },
    set: (settings) => store.setState({ settings }),
    update: async (patch) => take(await bridge.call('settings.update', patch)),
    saveServer: async (input) => take(await bridge.call('servers.save', input)),
    removeServer: async (id) => take(await bridge.call('servers.remove', { id })),
  }
}
