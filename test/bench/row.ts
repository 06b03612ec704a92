/** One line of the benchmark's table: a measured value against the bar it has to hold. */
export interface BenchRow {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The bar, as the plan states it; empty for a figure that is only shown. */
  readonly bar: string
  readonly ok: boolean
}

/** The middle of some measurements; NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest measurement that at least `percent` of all do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
