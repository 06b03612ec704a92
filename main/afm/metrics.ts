import type { ServerMetrics } from '../../shared/metrics/live-machine.ts'
import { type Bucket, histogramQuantile } from './histogram.ts'
import { type MetricSamples, parsePrometheus } from './prometheus.ts'
import { readBody, sendRequest } from './request.ts'

/** One reading of a server's `/metrics`. */
export interface MetricsReading {
  readonly samples: MetricSamples
  /** When it was read, on `performance.now()`. */
  readonly atMs: number
}

const TIMEOUT_MS = 5000
const BODY_LIMIT_BYTES = 4 * 1024 * 1024
const FIRST_TOKEN = 'afm:time_to_first_token_seconds_bucket'

/** Reads `/metrics`; null when the server has none or does not answer. */
export async function fetchMetrics(target: {
  readonly baseUrl: string
  readonly key: string | null
}): Promise<MetricsReading | null> {
  const sent = sendRequest({ ...target, method: 'GET', path: '/metrics', headers: { accept: 'text/plain' } })
  const timer = setTimeout(() => sent.close(), TIMEOUT_MS)
  try {
    const response = await sent.response
    if (response.statusCode !== 200) return null
    const { text, cut } = await readBody(response, BODY_LIMIT_BYTES)
    const samples = cut ? null : parsePrometheus(text)
    // Another exporter's metrics on this address are not AFM's.
    const isAfm = samples !== null && [...samples.keys()].some((name) => name.startsWith('afm:'))
    return isAfm ? { samples, atMs: performance.now() } : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    sent.close()
  }
}

/**
 * What two readings say: gauges and totals from the later, rates from the difference. A counter that went
 * back means that the server was restarted in between, so that there is no rate until the next reading.
 * Several models' values are added up.
 */
export function metricsBetween(before: MetricsReading | null, now: MetricsReading): ServerMetrics {
  const { samples } = now
  const hits = total(samples, 'afm:radix_cache_hits_total')
  const misses = total(samples, 'afm:radix_cache_misses_total')
  const cacheUse = total(samples, 'afm:gpu_cache_usage_perc')
  const buckets = bucketsOf(samples, FIRST_TOKEN)
  return {
    runningRequests: total(samples, 'afm:num_requests_running'),
    waitingRequests: total(samples, 'afm:num_requests_waiting'),
    generatedTokS: rate(before, now, 'afm:generation_tokens_total'),
    prefilledTokS: rate(before, now, 'afm:prompt_tokens_total'),
    cacheUsePct: cacheUse === null ? null : Math.min(100, cacheUse * 100),
    prefixHitPct:
      hits === null || misses === null || hits + misses <= 0 ? null : (hits / (hits + misses)) * 100,
    firstTokenMedianS: histogramQuantile(0.5, buckets),
    firstTokenP95S: histogramQuantile(0.95, buckets),
  }
}

/** The sum over all labels; null where the metric is missing or no reading (NaN, negative). */
function total(samples: MetricSamples, name: string): number | null {
  const found = samples.get(name)
  if (!found || found.length === 0) return null
  const sum = found.reduce((all, { value }) => all + value, 0)
  return Number.isFinite(sum) && sum >= 0 ? sum : null
}

function rate(before: MetricsReading | null, now: MetricsReading, name: string): number | null {
  const earlier = before && total(before.samples, name)
  const later = total(now.samples, name)
  const seconds = before ? (now.atMs - before.atMs) / 1000 : 0
  if (earlier === null || later === null || later < earlier || seconds <= 0) return null
  return (later - earlier) / seconds
}

function bucketsOf(samples: MetricSamples, name: string): Bucket[] {
  const counts = new Map<number, number>()
  for (const { labels, value } of samples.get(name) ?? []) {
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le ?? 'none')
    if (!Number.isNaN(bound) && Number.isFinite(value)) counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  return [...counts].map(([upTo, count]) => ({ upTo, count }))
}
