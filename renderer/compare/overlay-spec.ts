import type { ChartSpec } from '../dashboard/charts/chart-spec.ts'
import { type Overlay, type OverlayPair, readAt, unionColumns } from './overlay.ts'

/** A pair as a chart takes it: A solid, B dashed and in another colour, whatever is drawn. */
export function pairSpec(pair: OverlayPair): ChartSpec {
  const { atMs, a, b } = unionColumns(pair)
  return {
    ...common(pair),
    atMs,
    lines: [
      { label: 'A', values: a },
      { label: 'B', values: b, dashed: true, colour: 'power' },
    ],
  }
}

/** Rows of the table behind a pair's chart. */
const ROWS = 60

/** The same at evenly spaced moments, where both can be read side by side. */
export function pairTable(pair: OverlayPair, { startMs, endMs }: Overlay): ChartSpec {
  const step = niceStep((endMs - startMs) / ROWS)
  const atMs: number[] = []
  for (let at = Math.ceil(startMs / step) * step; at <= endMs; at += step) atMs.push(at)
  const moments = atMs.filter((at) => readAt(pair.a, at) !== null || readAt(pair.b, at) !== null)
  return {
    ...common(pair),
    atMs: moments,
    lines: [
      { label: 'A', values: moments.map((at) => readAt(pair.a, at)) },
      { label: 'B', values: moments.map((at) => readAt(pair.b, at)) },
    ],
  }
}

function common({ id, title, unit, a, b }: OverlayPair): Omit<ChartSpec, 'atMs' | 'lines'> {
  return {
    id,
    title,
    unit,
    colour: 'rate',
    limit: null,
    source: a.source === b.source ? a.source : `A ${a.source}, B ${b.source}`,
    note: a.note === b.note ? a.note : `A: ${a.note} B: ${b.note}`,
  }
}

/** The next of 1, 2, 5 × a power of ten, at least 50 ms. */
function niceStep(least: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(50, least)))
  const found = [1, 2, 5].find((step) => step * scale >= Math.max(50, least))
  return (found ?? 10) * scale
}
