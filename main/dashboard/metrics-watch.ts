import type { ServerMetrics } from '../../shared/metrics/live-machine.ts'
import { fetchMetrics, type MetricsReading, metricsBetween } from '../afm/metrics.ts'

const EVERY_MS = 1000
/** A server without `/metrics` may be replaced by one that has them. */
const ABSENT_MS = 15_000

export interface MetricsTarget {
  readonly baseUrl: string
  readonly key: string | null
}

export interface MetricsWatchContext {
  target(): Promise<MetricsTarget>
  changed(metrics: ServerMetrics | null): void
}

/** Reads the server's `/metrics` once a second, and only while somebody looks. */
export class MetricsWatch {
  readonly #context: MetricsWatchContext
  #visible = false
  /** Raised whenever looking begins or ends: a reading under way from before is not told. */
  #era = 0
  #timer: NodeJS.Timeout | null = null
  #latest: ServerMetrics | null = null
  #before: { readonly baseUrl: string; readonly reading: MetricsReading } | null = null

  constructor(context: MetricsWatchContext) {
    this.#context = context
  }

  get latest(): ServerMetrics | null {
    return this.#latest
  }

  setVisible(visible: boolean): void {
    if (visible === this.#visible) return
    this.#visible = visible
    this.#era += 1
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    // Rates are over the last second, and nobody read the last second.
    this.#before = null
    if (visible) void this.#look(this.#era)
    else this.#latest = null
  }

  close(): void {
    this.setVisible(false)
  }

  async #look(era: number): Promise<void> {
    const startedAtMs = performance.now()
    const found = await this.#read().catch(() => null)
    if (era !== this.#era) return
    this.#tell(found && metricsBetween(this.#before?.reading ?? null, found.reading))
    this.#before = found
    const waitMs = found ? Math.max(0, EVERY_MS - (performance.now() - startedAtMs)) : ABSENT_MS
    this.#timer = setTimeout(() => void this.#look(era), waitMs)
    this.#timer.unref()
  }

  async #read(): Promise<{ baseUrl: string; reading: MetricsReading } | null> {
    const target = await this.#context.target()
    if (target.baseUrl !== this.#before?.baseUrl) this.#before = null
    const reading = await fetchMetrics(target)
    return reading && { baseUrl: target.baseUrl, reading }
  }

  #tell(metrics: ServerMetrics | null): void {
    if (JSON.stringify(metrics) === JSON.stringify(this.#latest)) return
    this.#latest = metrics
    this.#context.changed(metrics)
  }
}
