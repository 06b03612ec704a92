import type { Figure } from '../../shared/metrics/figures.ts'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { modelNames } from './columns.ts'
import { counted } from './words.ts'

export type YFigure = 'decodeRate' | 'timeToFirstToken' | 'energyPerToken' | 'gpuPowerAvg'
export type XAxis = 'contextTokens' | 'order'

/** A turn as a point of the chart. */
export interface Point {
  readonly turn: TurnSummary
  readonly x: number
  readonly y: Figure
}

/** The points of one model; the last series may hold what models beyond the sixth have. */
export interface PointSeries {
  readonly label: string
  /** Which colour and marker it has: 0 to 5, and 6 for the other models. */
  readonly style: number
  readonly points: readonly Point[]
}

export interface PointCloud {
  readonly series: readonly PointSeries[]
  /** Listed turns that are not drawn since they lack the figure on the y axis. */
  readonly lacksY: readonly TurnSummary[]
  /** Those that have it, and lack the one on the x axis. */
  readonly lacksX: readonly TurnSummary[]
  /** Demo turns that are left out beside real ones. */
  readonly demo: readonly TurnSummary[]
}

/** Models with a colour and a marker of their own. */
export const MOST_MODELS = 6
const OTHER_STYLE: number = MOST_MODELS

/**
 * Groups turns into one series for each model, those with the most turns first. The models' styles follow
 * from all turns there are, so that a model looks the same whichever figure and filter is chosen.
 * Made-up figures must not stand beside measured ones: the demo's are drawn only where there are no others.
 */
export function pointCloud(
  turns: readonly TurnSummary[],
  y: YFigure,
  x: XAxis,
  all: readonly TurnSummary[] = turns,
): PointCloud {
  const real = turns.filter(({ demo }) => !demo)
  const shown = real.length > 0 ? real : turns
  const demo = real.length > 0 ? turns.filter((turn) => turn.demo) : []
  const order = new Map(
    shown.toSorted((a, b) => a.createdAtMs - b.createdAtMs).map((turn, index) => [turn, index + 1]),
  )
  const styles = stylesOf(all.filter((turn) => real.length === 0 || !turn.demo))
  const series = new Map<number, Point[]>()
  const lacksY: TurnSummary[] = []
  const lacksX: TurnSummary[] = []
  for (const turn of shown) {
    const figure = turn[y]
    const at = x === 'order' ? order.get(turn) : turn.contextTokens?.value
    if (figure === null) lacksY.push(turn)
    else if (at === undefined) lacksX.push(turn)
    else {
      const style = styles.get(turn.model) ?? OTHER_STYLE
      const points = series.get(style)
      const point = { turn, x: at, y: figure }
      if (points) points.push(point)
      else series.set(style, [point])
    }
  }
  const models = modelNames(styles.keys())
  const names = new Map([...styles].map(([model, style]) => [style, models.get(model)]))
  return {
    series: [...series]
      .map(([style, points]) => ({ label: names.get(style) ?? 'Other models', style, points }))
      .sort((a, b) => a.style - b.style),
    lacksY,
    lacksX,
    demo,
  }
}

/** The style of each of the models with the most turns; ties by name, so that it does not jump about. */
function stylesOf(turns: readonly TurnSummary[]): Map<string, number> {
  const models = modelCounts(turns).slice(0, MOST_MODELS)
  return new Map(models.map(({ model }, style) => [model, style]))
}

/** How many turns each model has, the most first. */
export function modelCounts(turns: readonly TurnSummary[]): { model: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { model } of turns) counts.set(model, (counts.get(model) ?? 0) + 1)
  return [...counts]
    .map(([model, count]) => ({ model, count }))
    .sort((a, b) => b.count - a.count || (a.model < b.model ? -1 : 1))
}

/** The point nearest to a place on the plot within reach, both in px; null when there is none. */
export function nearest(
  series: readonly PointSeries[],
  at: { readonly x: number; readonly y: number },
  toPx: (point: Point) => { readonly x: number; readonly y: number },
  reachPx: number,
): Point | null {
  let found: Point | null = null
  let least = reachPx
  for (const { points } of series)
    for (const point of points) {
      const { x, y } = toPx(point)
      const distance = Math.hypot(x - at.x, y - at.y)
      if (distance <= least) {
        least = distance
        found = point
      }
    }
  return found
}

const COUNT_WORDS: Readonly<Record<YFigure | 'contextTokens', string>> = {
  decodeRate: 'decode rate',
  timeToFirstToken: 'time to first token',
  energyPerToken: 'energy figure',
  gpuPowerAvg: 'average GPU power',
  contextTokens: 'context length',
}

/** What the chart leaves out, and why; empty when every listed turn is drawn. */
export function leftOutWords({ lacksY, lacksX, demo }: PointCloud, y: YFigure): string {
  const lack = (turns: readonly TurnSummary[], what: string) =>
    turns.length === 0
      ? []
      : [`${counted(turns.length, 'turn')} ${turns.length === 1 ? 'has' : 'have'} no ${what}`]
  const made = demo.length === 0 ? [] : [`${counted(demo.length, 'demo turn')} left out: made-up figures`]
  return [...lack(lacksY, COUNT_WORDS[y]), ...lack(lacksX, COUNT_WORDS.contextTokens), ...made].join(' · ')
}
