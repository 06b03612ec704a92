import type { Figure } from '../../shared/metrics/figures.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A count with thousands separators. */
export function formatCount(value: number): string {
  return whole.format(value)
}

/** A number to about three significant digits, never in exponent form: 612, 71.4, 0.38; tiny ones as < 0.01. */
export function formatValue(value: number): string {
  const size = Math.abs(value)
  if (size >= 99.95) return whole.format(value)
  if (size >= 9.995) return value.toFixed(1)
  return size >= 0.005 || size === 0 ? value.toFixed(2) : '< 0.01'
}

/** Seconds as read aloud by a stopwatch: 0.61 s, 3.2 s, 1 min 05 s; what would read as nothing, 3.1 ms. */
export function formatSeconds(seconds: number): string {
  if (seconds > 0 && seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`
  if (seconds < 1) return `${seconds.toFixed(2)} s`
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}

/** A figure's value with its unit, as the profile pane writes it. */
export function formatFigure({ value, unit }: Figure): string {
  if (unit === 'tokens') return formatCount(value)
  if (unit === 's') return formatSeconds(value)
  if (unit === '%') return `${Math.round(value)} %`
  return `${formatValue(value)} ${unit === 'J/token' ? 'J' : unit}`
}

/** Where a number comes from, in the words the app uses everywhere. */
export const SOURCE_WORDS = {
  server: 'from the server',
  measured: 'measured here',
  estimated: 'estimated',
} as const satisfies Record<Figure['source'], string>
