import { niceTop } from '../dashboard/charts/scales.ts'
import type { PointSeries } from './points.ts'

/** One axis of the chart of turns: its ends and the values that are labelled. */
export interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** An axis of a quantity: from 0, so that lengths compare as the numbers do, in quarters. */
export function quantityAxis(values: readonly number[]): Axis {
  const max = niceTop(values.reduce((most, value) => Math.max(most, value), 0))
  return { min: 0, max, ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => share * max) }
}

const STEPS = [1, 2, 5]

/** The axis of the turns' order, from the first to the last, at most eight of them labelled. */
export function orderAxis(count: number): Axis {
  const least = Math.max(1, count / 8)
  const scale = 10 ** Math.floor(Math.log10(least))
  const step = scale * (STEPS.find((candidate) => candidate * scale >= least) ?? 10)
  const ticks = Array.from({ length: Math.floor(count / step) }, (_, at) => (at + 1) * step)
  return { min: 0, max: Math.max(2, count + 1), ticks: ticks[0] === 1 ? ticks : [1, ...ticks] }
}

/** Every value of the points on one of their axes. */
export function valuesOf(series: readonly PointSeries[], axis: 'x' | 'y'): number[] {
  return series.flatMap(({ points }) => points.map((point) => (axis === 'x' ? point.x : point.y.value)))
}
