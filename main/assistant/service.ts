import type { AssistantStatus } from '../../shared/chat/assistant-status.ts'
import type { AssistantSettings } from '../../shared/chat/settings.ts'
import { UserError } from '../../shared/result.ts'
import type { TurnTarget } from '../servers/server-service.ts'
import { AssistantEndpoint } from './endpoint.ts'
import { type AssistantServer, startAssistantServer } from './server.ts'
import {
  environmentIsSet,
  environmentUpstream,
  NOT_CONFIGURED,
  plainHttp,
  type Upstream,
} from './upstream.ts'

/** What the service needs of the rest of the app. */
export interface AssistantContext {
  settings(): AssistantSettings
  /** The selected server and model. */
  target(): Promise<TurnTarget>
  changed(status: AssistantStatus): void
}

/**
 * The app's own Assistant API: the switch in the settings, and the endpoint that a host may hang on its
 * server as well. Only the switch lends out the selected server, whose key the user entrusted to the app.
 */
export class AssistantService {
  readonly endpoint: AssistantEndpoint
  readonly #context: AssistantContext
  #server: AssistantServer | null = null
  #wantedPort = 0
  #failure: string | null = null
  #change: Promise<void> = Promise.resolve()

  constructor(context: AssistantContext) {
    this.#context = context
    this.endpoint = new AssistantEndpoint(() => this.#upstream())
  }

  get status(): AssistantStatus {
    const state = this.#server ? 'on' : this.#failure === null ? 'off' : 'failed'
    const source = environmentIsSet() ? 'environment' : 'selected'
    return { state, url: this.#server?.url ?? null, message: this.#failure, source }
  }

  /** Brings the server in line with the settings; a port that cannot be had shows in the status. */
  apply(): Promise<void> {
    this.#change = this.#change.then(() => this.#applyNow())
    return this.#change
  }

  async close(): Promise<void> {
    await this.#change
    await this.#server?.close()
    this.#server = null
    await this.endpoint.close()
  }

  async #applyNow(): Promise<void> {
    const { enabled, port } = this.#context.settings()
    if (this.#server && enabled && port === this.#wantedPort) return
    await this.#server?.close()
    this.#server = null
    this.#failure = null
    this.#wantedPort = port
    try {
      if (enabled) this.#server = await startAssistantServer(this.endpoint, port)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      this.#failure = error.message
    }
    this.#context.changed(this.status)
  }

  async #upstream(): Promise<Upstream> {
    if (environmentIsSet()) return environmentUpstream()
    if (!this.#context.settings().enabled) throw new UserError('not-configured', NOT_CONFIGURED)
    const { kind, baseUrl, key, model } = await this.#context.target()
    if (kind === 'assistant') {
      // It might be this very endpoint, which would ask itself without end.
      const message =
        'The selected server is an Assistant API itself. Select a model server, or set AKURAI_LLM_URL and AKURAI_LLM_MODEL.'
      throw new UserError('not-a-model-server', message)
    }
    return { baseUrl: plainHttp(baseUrl, 'The address of the selected server'), key, model }
  }
}
