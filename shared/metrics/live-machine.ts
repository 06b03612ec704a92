import type { PowerSource } from '../stream/events.ts'

/**
 * How live power is.
 * `off`: switched off in the settings; `missing`: no tool is installed; `idle`: a tool is there, and runs
 * when a reply or the dashboard needs it; `running`; `failed`: it ended too often, see `message`.
 */
export interface PowerStatus {
  readonly state: 'off' | 'missing' | 'idle' | 'running' | 'failed'
  readonly source: PowerSource | null
  /** Lines of the tool that could not be read, since it was last started for somebody. */
  readonly unreadable: number
  /** What to do, or what went wrong; null when there is nothing to say. */
  readonly message: string | null
}

/** Samples of this Mac that came since the event before: one column for each quantity, null where unknown. */
export interface PowerSamples {
  readonly source: PowerSource
  /** Ms since the epoch. */
  readonly atMs: readonly number[]
  readonly gpuPowerW: readonly number[]
  readonly gpuPct: readonly (number | null)[]
  readonly dramPowerW: readonly (number | null)[]
  readonly bwGbs: readonly (number | null)[]
}

/** What the server says of itself in `/metrics`; null where it says nothing, or nothing yet. */
export interface ServerMetrics {
  readonly runningRequests: number | null
  readonly waitingRequests: number | null
  /** Tokens generated a second, over the interval since the reading before. */
  readonly generatedTokS: number | null
  /** Prompt tokens prefilled a second, over the same interval. */
  readonly prefilledTokS: number | null
  /** How much of the memory for KV caches is in use, %. */
  readonly cacheUsePct: number | null
  /** Prompts whose beginning the server knew already, % of all since it started. */
  readonly prefixHitPct: number | null
  /** Time to first token over everything since it started, s, from the histogram. */
  readonly firstTokenMedianS: number | null
  readonly firstTokenP95S: number | null
}

/** What the dashboard shows beside a turn; null when the server has no `/metrics`. */
export interface DashboardState {
  readonly power: PowerStatus
  readonly server: ServerMetrics | null
}
