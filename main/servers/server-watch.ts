import type { ServerStatus } from '../../shared/chat/server-status.ts'
import type { ServerEntry } from '../../shared/chat/settings.ts'
import { probeServer } from '../afm/probe.ts'
import type { DemoServer } from '../demo/index.ts'
import { probe } from './probe.ts'

/** How often to look again: soon for a server that is awaited, seldom for one that answers. */
const AWAITED_MS = 2000
const ANSWERING_MS = 15_000
/** One lost answer is no outage: a server deep in a prefill may be slow. */
const FAILURES_UNTIL_UNREACHABLE = 2

/** What the watch needs of the rest of the app. */
export interface WatchContext {
  /** The address that the demo may stand in for. */
  readonly defaultBaseUrl: string
  selectedServer(): ServerEntry
  keyOf(serverId: string): Promise<string | null>
  startDemo(): Promise<DemoServer>
  changed(status: ServerStatus): void
}

/**
 * Knows how the selected server is. When nothing answers on the default address from the start, the demo
 * takes its place, and leaves as soon as a real server answers. Once a real server was there, its silence
 * is an outage: canned replies in a real conversation would be a lie.
 */
export class ServerWatch {
  readonly #context: WatchContext
  #status: ServerStatus
  #demo: Promise<DemoServer> | null = null
  #timer: NodeJS.Timeout | null = null
  #look: Promise<ServerStatus> | null = null
  #failures = 0
  #sawRealServer = false
  #closed = false

  constructor(context: WatchContext) {
    this.#context = context
    this.#status = checking(context.selectedServer())
  }

  get status(): ServerStatus {
    return this.#status
  }

  /** The status, after the first look when there has been none. */
  async known(): Promise<ServerStatus> {
    const server = this.#context.selectedServer()
    const stale = this.#status.serverId !== server.id || this.#status.state === 'checking'
    return stale ? this.refresh() : this.#status
  }

  /** Looks now. A look already under way at another server is waited for, then repeated. */
  async refresh(): Promise<ServerStatus> {
    while (this.#look) await this.#look
    this.#look = this.#lookOnce().finally(() => {
      this.#look = null
      this.#schedule()
    })
    return this.#look
  }

  /** Ends the watch and the demo. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#look?.catch(() => {})
    const demo = await this.#demo?.catch(() => null)
    await demo?.close()
  }

  async #lookOnce(): Promise<ServerStatus> {
    const server = this.#context.selectedServer()
    const looked = `${server.kind} ${server.baseUrl}`
    if (server.id !== this.#status.serverId || looked !== this.#lookedAt) {
      this.#failures = 0
      this.#set(checking(server))
    }
    this.#lookedAt = looked
    try {
      const key = await this.#context.keyOf(server.id)
      const { address, version, models } = await probe(server.kind, { baseUrl: server.baseUrl, key })
      this.#failures = 0
      if (this.#isDefault(server)) this.#sawRealServer = true
      return this.#set({ ...checking(server), state: 'ready', address, version, models })
    } catch (error) {
      this.#failures += 1
      return this.#unreachable(server, error instanceof Error ? error.message : String(error))
    }
  }
  #lookedAt = ''

  async #unreachable(server: ServerEntry, message: string): Promise<ServerStatus> {
    if (this.#status.state === 'ready' && this.#failures < FAILURES_UNTIL_UNREACHABLE) return this.#status
    if (this.#isDefault(server) && !this.#sawRealServer && !this.#closed) {
      try {
        this.#demo ??= this.#context.startDemo()
        const demo = await this.#demo
        const { address, version, models } = await probeServer({ baseUrl: demo.url, key: null })
        const base = { ...checking(server), baseUrl: demo.url, serverName: 'Demo' }
        return this.#set({ ...base, state: 'demo', address, version, models, message })
      } catch {
        // No demo either: the plain truth about the real server is what helps.
        this.#demo = null
      }
    }
    return this.#set({ ...checking(server), state: 'unreachable', message })
  }

  /** Whether the demo may stand in for the server. */
  #isDefault(server: ServerEntry): boolean {
    return server.kind === 'afm' && server.baseUrl === this.#context.defaultBaseUrl
  }

  #schedule(): void {
    if (this.#closed) return
    if (this.#timer) clearTimeout(this.#timer)
    const waitMs = this.#status.state === 'ready' && this.#failures === 0 ? ANSWERING_MS : AWAITED_MS
    this.#timer = setTimeout(() => void this.refresh(), waitMs)
    // Looking at a server must not keep a process alive that has nothing else to do.
    this.#timer.unref()
  }

  #set(status: ServerStatus): ServerStatus {
    const changed = JSON.stringify(status) !== JSON.stringify(this.#status)
    this.#status = status
    if (changed && !this.#closed) this.#context.changed(status)
    return status
  }
}

function checking(server: ServerEntry): ServerStatus {
  return {
    state: 'checking',
    serverId: server.id,
    serverName: server.name,
    baseUrl: server.baseUrl,
    address: null,
    version: null,
    models: [],
    message: null,
  }
}
