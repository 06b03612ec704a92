/** A model a server offers for chat. */
export interface ModelInfo {
  readonly id: string
  /** Whether the server has it in memory; null when it does not say. */
  readonly loaded: boolean | null
  /** The model's context window in tokens; null when the server does not say. */
  readonly contextTokens: number | null
}

/**
 * What is known of the selected server.
 * `demo`: nothing answers on the default address, so the built-in double with canned replies is in use.
 */
export interface ServerStatus {
  readonly state: 'checking' | 'ready' | 'demo' | 'unreachable'
  readonly serverId: string
  readonly serverName: string
  readonly baseUrl: string
  /** The address that answered, which tells the family when the URL says `localhost`. */
  readonly address: string | null
  readonly version: string | null
  readonly models: readonly ModelInfo[]
  /** Why it cannot be reached, in words for the user. */
  readonly message: string | null
}

/** What "Test connection" found. */
export interface ConnectionTest {
  /** The URL as it will be saved. */
  readonly baseUrl: string
  readonly address: string | null
  readonly version: string | null
  readonly models: number
  readonly tookMs: number
}
