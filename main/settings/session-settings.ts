import type { ServerEntry, Settings, SettingsPatch } from '../../shared/chat/settings.ts'
import { UserError } from '../../shared/result.ts'
import { withoutUndefined } from '../../shared/stream/usage.ts'
import type { SettingsStore } from './settings-store.ts'

const COMMAND_LINE_ID = 'command-line'

/**
 * The settings as this run sees them: the saved ones, and a server from the command line in front, which
 * is selected until the user selects another and is never saved.
 */
export class SessionSettings {
  readonly #store: SettingsStore
  readonly #extra: ServerEntry | null
  #extraSelected: boolean

  constructor(store: SettingsStore, commandLineUrl: string | undefined) {
    this.#store = store
    this.#extra =
      commandLineUrl === undefined
        ? null
        : {
            id: COMMAND_LINE_ID,
            name: new URL(commandLineUrl).host,
            baseUrl: commandLineUrl,
            hasKey: false,
            kind: 'afm',
          }
    this.#extraSelected = this.#extra !== null
  }

  get current(): Settings {
    const saved = this.#store.current
    if (!this.#extra) return saved
    return {
      ...saved,
      servers: [this.#extra, ...saved.servers],
      selectedServerId: this.#extraSelected ? this.#extra.id : saved.selectedServerId,
    }
  }

  /** The servers of the settings file. */
  get savedServers(): readonly ServerEntry[] {
    return this.#store.current.servers
  }

  /** The selected server; the first one when the selected is gone. */
  get selectedServer(): ServerEntry {
    const { servers, selectedServerId } = this.current
    const server = servers.find((entry) => entry.id === selectedServerId) ?? servers[0]
    if (!server) throw new UserError('not-found', 'There is no server. Add one in Settings.')
    return server
  }

  /** @throws UserError `not-found` for a server that is not there, `data-folder` when it cannot be saved. */
  async update(patch: SettingsPatch): Promise<Settings> {
    const { selectedServerId, assistant, ...rest } = patch
    if (
      selectedServerId !== undefined &&
      !this.current.servers.some((server) => server.id === selectedServerId)
    )
      throw new UserError('not-found', 'This server is no longer there.')
    const toExtra = selectedServerId !== undefined && selectedServerId === this.#extra?.id
    await this.#store.replace((settings) => ({
      ...settings,
      ...withoutUndefined(rest),
      assistant: { ...settings.assistant, ...withoutUndefined(assistant ?? {}) },
      ...(selectedServerId !== undefined && !toExtra && { selectedServerId }),
    }))
    if (selectedServerId !== undefined) this.#extraSelected = toExtra
    return this.current
  }

  /** Adds or replaces a saved server. */
  async putServer(server: ServerEntry): Promise<Settings> {
    await this.#store.replace((settings) => ({
      ...settings,
      servers: settings.servers.some(({ id }) => id === server.id)
        ? settings.servers.map((known) => (known.id === server.id ? server : known))
        : [...settings.servers, server],
    }))
    return this.current
  }

  /** @throws UserError `invalid-input` for the last server, or the one of the command line. */
  async removeServer(id: string): Promise<Settings> {
    if (id === this.#extra?.id)
      throw new UserError('invalid-input', 'This server comes from the command line and is not saved.')
    await this.#store.replace((settings) => {
      const servers = settings.servers.filter((server) => server.id !== id)
      const first = servers[0]
      if (!first)
        throw new UserError('invalid-input', 'The last server cannot be removed. Change it instead.')
      const gone = settings.selectedServerId === id
      return { ...settings, servers, selectedServerId: gone ? first.id : settings.selectedServerId }
    })
    return this.current
  }
}
