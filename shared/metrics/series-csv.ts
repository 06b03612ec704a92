import type { Column, TurnSeries } from './series.ts'

const HEADINGS = ['time_s', 'decode_tok_s', 'gpu_power_w', 'gpu_pct', 'dram_power_w', 'dram_bandwidth_gb_s']

/**
 * The series of a turn as CSV (RFC 4180, CRLF): one row for each moment at which anything is known, in
 * order of time, seconds since the send; a cell is empty where nothing is known at that moment.
 */
export function seriesCsv(series: TurnSeries): string {
  const rows = new Map<number, string[]>()
  const rowAt = (atMs: number): string[] => {
    const row = rows.get(atMs) ?? HEADINGS.map(() => '')
    row[0] = decimal(atMs / 1000, 3)
    rows.set(atMs, row)
    return row
  }
  const { rate, samples } = series
  for (const [at, atMs] of (rate?.atMs ?? []).entries())
    rowAt(atMs)[1] = decimal(rate?.tokS[at] ?? Number.NaN, 3)
  const columns: readonly (Column | null | undefined)[] = [
    samples?.gpuPowerW,
    samples?.gpuPct,
    samples?.dramPowerW,
    samples?.bwGbs,
  ]
  for (const [at, atMs] of (samples?.atMs ?? []).entries())
    for (const [column, values] of columns.entries()) {
      const value = values?.[at]
      if (value !== null && value !== undefined) rowAt(atMs)[column + 2] = decimal(value, 3)
    }
  const sorted = [...rows].sort(([a], [b]) => a - b)
  return [HEADINGS, ...sorted.map(([, row]) => row)].map((row) => `${row.join(',')}\r\n`).join('')
}

function decimal(value: number, digits: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(digits))) : ''
}
