import type { ProfileSample } from '../stream/profile.ts'
import type { Turn } from '../stream/turn.ts'
import { alignSamples } from './alignment.ts'
import { type Mark, marksOf } from './marks.ts'
import { reach } from './power-samples.ts'
import { decodeRateSeries, type RateSeries } from './rate-series.ts'

/** Readings of one quantity; null where a sample lacks it, or where samples are missing. */
export type Column = readonly (number | null)[]

/** What was sampled of the machine during a turn: one column of times and one for each quantity. */
export interface SampleSeries {
  readonly source: 'AFM' | 'macmon' | 'mactop'
  /** Ms since the request was sent, ascending. */
  readonly atMs: readonly number[]
  /** A quantity that no sample holds is null as a whole: there is nothing to draw. */
  readonly gpuPowerW: Column | null
  readonly gpuPct: Column | null
  readonly dramPowerW: Column | null
  readonly bwGbs: Column | null
  /** How the samples came onto this axis, for a tooltip. */
  readonly note: string
}

/** Everything that is drawn of a turn, on one time axis: ms since the request was sent. */
export interface TurnSeries {
  /** The end of the axis. */
  readonly endMs: number
  readonly rate: RateSeries | null
  readonly samples: SampleSeries | null
  /** The chip's theoretical DRAM bandwidth, GB/s. */
  readonly theoreticalBwGbs: number | null
  readonly marks: readonly Mark[]
}

/**
 * The series of a turn.
 * @param nowMs The turn's clock while it runs; null once it has ended.
 */
export function turnSeries(turn: Turn, nowMs: number | null): TurnSeries {
  const samples = samplesOf(turn)
  const rate = decodeRateSeries(turn, nowMs)
  const ends = [turn.marks.endedAtMs, turn.marks.lastTokenAtMs, nowMs, samples?.atMs.at(-1)]
  return {
    endMs: Math.max(1, ...ends.map((at) => at ?? 0)),
    rate,
    samples,
    theoreticalBwGbs: positive(turn.profile?.theoreticalBwGbs),
    marks: marksOf(turn),
  }
}

function samplesOf(turn: Turn): SampleSeries | null {
  if (turn.samples.length > 0) {
    const { offsetMs, note } = alignSamples(turn)
    return columns(turn.samples, offsetMs ?? 0, 'AFM', note)
  }
  if (!turn.livePower || turn.livePower.samples.length === 0) return null
  const { source, samples } = turn.livePower
  const note = `Measured on this Mac by ${source} while the reply ran; each sample stands in the middle of the time it covers.`
  return columns(samples, 0, source, note)
}

/** Sorted columns, with an empty row wherever a sampler was away: a line across would be made up. */
function columns(
  samples: readonly ProfileSample[],
  offsetMs: number,
  source: SampleSeries['source'],
  note: string,
): SampleSeries {
  const sorted = samples.toSorted((a, b) => a.t - b.t)
  const { gapS } = reach(sorted.map(({ t }) => t))
  const rows: (ProfileSample | { readonly t: number })[] = []
  for (const [at, sample] of sorted.entries()) {
    const before = sorted[at - 1]
    if (before && sample.t - before.t > gapS) rows.push({ t: (before.t + sample.t) / 2 })
    rows.push(sample)
  }
  const column = (key: Exclude<keyof ProfileSample, 't'>): Column | null => {
    const values = rows.map((row) => (key in row ? ((row as ProfileSample)[key] ?? null) : null))
    return values.some((value) => value !== null) ? values : null
  }
  return {
    source,
    atMs: rows.map(({ t }) => t * 1000 + offsetMs),
    gpuPowerW: column('gpuPowerW'),
    gpuPct: column('gpuPct'),
    dramPowerW: column('dramPowerW'),
    bwGbs: column('bwGbs'),
    note,
  }
}

function positive(value: number | undefined): number | null {
  return value !== undefined && value > 0 ? value : null
}
