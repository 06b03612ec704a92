/** Steps between the labels of a time axis, ms. */
const TIME_STEPS_MS = [
  100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000,
  1_800_000, 3_600_000, 7_200_000,
]

/** Whole shares of a power of ten that read well as the top of an axis, and so does their half. */
const TOPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/** The top of an axis from 0 that holds `most` with a little air: a number whose half reads well, too. */
export function niceTop(most: number): number {
  if (!(most > 0) || !Number.isFinite(most)) return 1
  const scale = 10 ** Math.floor(Math.log10(most))
  const top = TOPS.find((candidate) => candidate * scale >= most * 1.04) ?? 12
  return top * scale
}

/** Moments to label between two moments, about `count` of them at most. */
export function timeTicks(fromMs: number, toMs: number, count: number): number[] {
  const least = (toMs - fromMs) / Math.max(1, count)
  const step =
    TIME_STEPS_MS.find((candidate) => candidate >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000
  const ticks: number[] = []
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) ticks.push(at)
  return ticks
}

/** Labels of moments: seconds, or minutes and hours where the span is long. The last one has the unit. */
export function timeLabels(ticks: readonly number[], spanMs: number): string[] {
  return ticks.map((at, index) => {
    const last = index === ticks.length - 1
    if (spanMs < 120_000) return `${trimmed(at / 1000)}${last ? ' s' : ''}`
    return spanMs < 7_200_000 ? clock(at / 1000) : clock(at / 60_000, last ? ' h' : '')
  })
}

/** A moment as a readout says it, at the precision that the span of the axis gives. */
export function timeReadout(atMs: number, spanMs: number): string {
  if (atMs < 0) return `−${timeReadout(-atMs, spanMs)}`
  if (spanMs < 120_000) return `${(atMs / 1000).toFixed(spanMs < 20_000 ? 2 : 1)} s`
  const seconds = Math.round(atMs / 1000)
  return seconds < 3600
    ? `${clock(seconds)} min`
    : `${clock(Math.floor(seconds / 60))}:${two(seconds % 60)} h`
}

function clock(units: number, suffix = ''): string {
  const whole = Math.round(Math.abs(units))
  return `${units < 0 && whole > 0 ? '−' : ''}${Math.floor(whole / 60)}:${two(whole % 60)}${suffix}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function trimmed(value: number): string {
  // Adding nothing makes a zero of a negative zero.
  return String(Number(value.toFixed(1)) + 0).replace('-', '−')
}
