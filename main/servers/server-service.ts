import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../shared/bridge.ts'
import { modelFor } from '../../shared/chat/model-choice.ts'
import type { ConnectionTest, ServerStatus } from '../../shared/chat/server-status.ts'
import type { ServerKind, Settings } from '../../shared/chat/settings.ts'
import { normalizeBaseUrl } from '../afm/base-url.ts'
import type { SecretStore } from '../host.ts'
import type { SessionSettings } from '../settings/session-settings.ts'
import { probe } from './probe.ts'
import type { ServerWatch } from './server-watch.ts'

/** Where a turn goes. */
export interface TurnTarget {
  readonly serverName: string
  readonly baseUrl: string
  readonly kind: ServerKind
  readonly key: string | null
  /** Empty leaves the choice to the server. */
  readonly model: string
  readonly demo: boolean
}

/** The name a server's key is kept under. */
export function keyName(serverId: string): string {
  return `server:${serverId}`
}

/** The servers the user chose: saving, testing, and where the next turn goes. */
export class ServerService {
  readonly #settings: SessionSettings
  readonly #secrets: SecretStore
  readonly #watch: ServerWatch

  constructor(settings: SessionSettings, secrets: SecretStore, watch: ServerWatch) {
    this.#settings = settings
    this.#secrets = secrets
    this.#watch = watch
  }

  /** The server and model for a new turn. Waits for the first look at the server, never longer. */
  async target(): Promise<TurnTarget> {
    const status = await this.#watch.known()
    const demo = status.state === 'demo'
    const kind = this.#settings.current.servers.find(({ id }) => id === status.serverId)?.kind ?? 'afm'
    return {
      serverName: status.serverName,
      baseUrl: status.baseUrl,
      kind: demo ? 'afm' : kind,
      key: demo ? null : await this.#secrets.get(keyName(status.serverId)),
      model: modelFor(this.#settings.current, status) ?? '',
      demo,
    }
  }

  status(): ServerStatus {
    return this.#watch.status
  }

  refresh(): Promise<ServerStatus> {
    return this.#watch.refresh()
  }

  /** Saves a server. The key goes first: an entry that promises a key must have one. */
  async save(input: ParsedInput<'servers.save'>): Promise<Settings> {
    const baseUrl = normalizeBaseUrl(input.baseUrl)
    // The server of the command line is no saved one: saving it adds it.
    const known = this.#settings.savedServers.find((server) => server.id === input.id)
    const id = known?.id ?? randomUUID()
    if (input.key) await this.#secrets.set(keyName(id), input.key)
    else if (input.key === null || input.key === '') await this.#secrets.remove(keyName(id))
    const kind = input.kind ?? known?.kind ?? 'afm'
    const hasKey = input.key === undefined ? (known?.hasKey ?? false) : Boolean(input.key)
    const settings = await this.#settings.putServer({ id, name: input.name, baseUrl, hasKey, kind })
    void this.#watch.refresh()
    return settings
  }

  async remove({ id }: ParsedInput<'servers.remove'>): Promise<Settings> {
    const settings = await this.#settings.removeServer(id)
    await this.#secrets.remove(keyName(id))
    void this.#watch.refresh()
    return settings
  }

  /** Asks a server without saving anything. A missing key means the stored one. */
  async test(input: ParsedInput<'servers.test'>): Promise<ConnectionTest> {
    const baseUrl = normalizeBaseUrl(input.baseUrl)
    const { id, key: typed } = input
    const kind =
      input.kind ?? this.#settings.current.servers.find((server) => server.id === id)?.kind ?? 'afm'
    const key =
      typed === undefined && id !== undefined ? await this.#secrets.get(keyName(id)) : (typed ?? null)
    const { address, version, models, tookMs } = await probe(kind, { baseUrl, key })
    return { baseUrl, address, version, models: models.length, tookMs }
  }
}
