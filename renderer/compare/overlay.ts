import { type Column, type TurnSeries, turnSeries } from '../../shared/metrics/series.ts'
import type { Turn } from '../../shared/stream/turn.ts'

/** Which moment of either turn stands at 0 of the common axis. */
export type Zero = 'firstToken' | 'send'

/** The readings of one turn on the common axis. */
export interface Track {
  /** Ms from the zero, ascending. */
  readonly atMs: readonly number[]
  readonly values: Column
  readonly source: string
  readonly note: string
}

/** One quantity of two turns. */
export interface OverlayPair {
  readonly id: 'rate' | 'power' | 'use' | 'dramPower' | 'bandwidth'
  readonly title: string
  readonly unit: string
  readonly a: Track
  readonly b: Track
}

export interface Overlay {
  /** What both turns have. */
  readonly pairs: readonly OverlayPair[]
  /** What only one of them has: the title, and which. */
  readonly alone: readonly { readonly title: string; readonly of: 'A' | 'B' }[]
  readonly startMs: number
  readonly endMs: number
  /** Where each turn's first token and end stand; null for what never came. */
  readonly marks: readonly { readonly atMs: number; readonly label: string }[]
  /** The zero that was asked for, or the send where a turn had no token. */
  readonly zero: Zero
}

const QUANTITIES = [
  ['rate', 'Decode rate', 'tok/s'],
  ['power', 'GPU power', 'W'],
  ['use', 'GPU utilisation', '%'],
  ['dramPower', 'DRAM power', 'W'],
  ['bandwidth', 'DRAM bandwidth', 'GB/s'],
] as const

/** Lays two turns over each other: every series both have, shifted so that their zeros coincide. */
export function overlayOf(a: Turn, b: Turn, wanted: Zero): Overlay {
  const [firstA, firstB] = [a.marks.firstTokenAtMs, b.marks.firstTokenAtMs]
  const zero = firstA === null || firstB === null ? 'send' : wanted
  const [zeroA, zeroB] = zero === 'send' ? [0, 0] : [firstA ?? 0, firstB ?? 0]
  const [seriesA, seriesB] = [turnSeries(a, null), turnSeries(b, null)]
  const pairs: OverlayPair[] = []
  const alone: { title: string; of: 'A' | 'B' }[] = []
  for (const [id, title, unit] of QUANTITIES) {
    const [left, right] = [trackOf(seriesA, id, zeroA), trackOf(seriesB, id, zeroB)]
    if (left && right) pairs.push({ id, title, unit, a: left, b: right })
    else if (left || right) alone.push({ title, of: left ? 'A' : 'B' })
  }
  const marks = [
    ...(zero === 'firstToken'
      ? [{ atMs: 0, label: 'First token' }]
      : [
          ...(firstA === null ? [] : [{ atMs: firstA, label: 'A first token' }]),
          ...(firstB === null ? [] : [{ atMs: firstB, label: 'B first token' }]),
        ]),
    ...endOf(a, zeroA, 'A ends'),
    ...endOf(b, zeroB, 'B ends'),
  ]
  return {
    pairs,
    alone,
    startMs: 0 - Math.max(zeroA, zeroB),
    endMs: Math.max(seriesA.endMs - zeroA, seriesB.endMs - zeroB),
    marks: marks.sort((x, y) => x.atMs - y.atMs),
    zero,
  }
}

function endOf({ marks }: Turn, zeroMs: number, label: string) {
  return marks.endedAtMs === null ? [] : [{ atMs: marks.endedAtMs - zeroMs, label }]
}

function trackOf({ rate, samples }: TurnSeries, id: OverlayPair['id'], zeroMs: number): Track | null {
  if (id === 'rate')
    return (
      rate && {
        atMs: rate.atMs.map((at) => at - zeroMs),
        values: rate.tokS,
        source: 'measured here',
        note: rate.note,
      }
    )
  if (!samples) return null
  const columns = {
    power: samples.gpuPowerW,
    use: samples.gpuPct,
    dramPower: samples.dramPowerW,
    bandwidth: samples.bwGbs,
  }
  const values = columns[id]
  return (
    values && {
      atMs: samples.atMs.map((at) => at - zeroMs),
      values,
      source: samples.source,
      note: samples.note,
    }
  )
}

/**
 * The columns of two tracks on the union of their times, as the chart takes them: null is a hole in the
 * readings, undefined only says that the other turn has a reading there.
 */
export function unionColumns({ a, b }: Pick<OverlayPair, 'a' | 'b'>): {
  readonly atMs: number[]
  readonly a: (number | null | undefined)[]
  readonly b: (number | null | undefined)[]
} {
  const times = [...new Set([...a.atMs, ...b.atMs])].sort((x, y) => x - y)
  const column = ({ atMs, values }: Track) => {
    const byTime = new Map(atMs.map((at, index) => [at, values[index] ?? null]))
    return times.map((at) => byTime.get(at))
  }
  return { atMs: times, a: column(a), b: column(b) }
}

/**
 * What a track reads at a moment: its nearest reading. Null before its first and after its last, and in a
 * hole, which has an empty reading of its own.
 */
export function readAt({ atMs, values }: Track, ms: number): number | null {
  const after = lowerBound(atMs, ms)
  const before = after - 1
  const [next, last] = [atMs[after], atMs[before]]
  if (next === undefined || (last === undefined && next !== ms)) return null
  const index = last !== undefined && ms - last < next - ms ? before : after
  return values[index] ?? null
}

/** The first index whose value is not less than the one sought. */
function lowerBound(sorted: readonly number[], sought: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < sought) low = middle + 1
    else high = middle
  }
  return low
}
