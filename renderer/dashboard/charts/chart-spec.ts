import type { SampleSeries, TurnSeries } from '../../../shared/metrics/series.ts'

/** The colours of the charts, by the custom property of the theme they come from. */
export type LineColour = 'rate' | 'power' | 'util' | 'bw'

export interface ChartLine {
  readonly label: string
  /** Null is a hole in the readings; undefined, a moment at which only another line has a reading. */
  readonly values: readonly (number | null | undefined)[]
  /** Told apart by its dashes as well, since colour alone tells nothing to many. */
  readonly dashed?: boolean
  /** Where it is not the chart's. */
  readonly colour?: LineColour
}

/** One chart of a turn: what is drawn, in which unit, and where it comes from. */
export interface ChartSpec {
  readonly id: 'rate' | 'power' | 'use' | 'dramPower' | 'bandwidth'
  readonly title: string
  readonly unit: string
  readonly colour: LineColour
  /** Ms since the request was sent, ascending. */
  readonly atMs: readonly number[]
  /** Always as many for a chart, so that a live one is never built anew. */
  readonly lines: readonly ChartLine[]
  /** A line at the most there can be. */
  readonly limit: { readonly value: number; readonly label: string } | null
  readonly source: string
  /** How it was measured and placed on the axis. */
  readonly note: string
}

/** The charts that a turn's series fill. A quantity that nobody measured has none. */
export function chartsOf({ rate, samples, theoreticalBwGbs }: TurnSeries): ChartSpec[] {
  const charts: ChartSpec[] = []
  if (rate)
    charts.push({
      id: 'rate',
      title: 'Decode rate',
      unit: 'tok/s',
      colour: 'rate',
      atMs: rate.atMs,
      lines: [{ label: 'Decode rate', values: rate.tokS }],
      limit: null,
      source: 'measured here',
      note: rate.note,
    })
  if (!samples) return charts
  const { gpuPowerW, gpuPct, dramPowerW, bwGbs } = samples
  if (gpuPowerW || dramPowerW)
    charts.push({
      ...from(samples),
      id: 'power',
      title: 'GPU power',
      unit: 'W',
      colour: 'power',
      lines: [
        { label: 'GPU power', values: gpuPowerW ?? nothing(samples) },
        { label: 'DRAM power', values: dramPowerW ?? nothing(samples), dashed: true },
      ],
      limit: null,
    })
  if (gpuPct)
    charts.push({
      ...from(samples),
      id: 'use',
      title: 'GPU utilisation',
      unit: '%',
      colour: 'util',
      lines: [{ label: 'GPU utilisation', values: gpuPct }],
      limit: null,
    })
  if (bwGbs)
    charts.push({
      ...from(samples),
      id: 'bandwidth',
      title: 'DRAM bandwidth',
      unit: 'GB/s',
      colour: 'bw',
      lines: [{ label: 'DRAM bandwidth', values: bwGbs }],
      limit:
        theoreticalBwGbs === null
          ? null
          : { value: theoreticalBwGbs, label: `Theoretical ${theoreticalBwGbs} GB/s` },
    })
  return charts
}

function from({ atMs, source, note }: SampleSeries): Pick<ChartSpec, 'atMs' | 'source' | 'note'> {
  return { atMs, source, note }
}

function nothing({ atMs }: SampleSeries): null[] {
  return atMs.map(() => null)
}

/** The highest value of a line; null of a line without any. */
export function highest({ values }: ChartLine): number | null {
  let most: number | null = null
  for (const value of values)
    if (value !== null && value !== undefined && (most === null || value > most)) most = value
  return most
}
