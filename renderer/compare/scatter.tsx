import 'uplot/dist/uPlot.min.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { save } from '../dashboard/charts/take-away.ts'
import { formatCount, SOURCE_WORDS } from '../ui/format.ts'
import { Select } from '../ui/select.tsx'
import { orderAxis, quantityAxis, valuesOf } from './axes.ts'
import { figureText, modelName } from './columns.ts'
import { MARKER_COLOURS, MARKERS } from './markers.ts'
import { leftOutWords, type Point, pointCloud, type XAxis, type YFigure } from './points.ts'
import styles from './scatter.module.css'
import { pictureOf } from './scatter-picture.ts'
import { ScatterPlot, type ScatterView } from './scatter-plot.ts'
import { shortMoment } from './words.ts'

export const Y_LABELS: Readonly<Record<YFigure, string>> = {
  decodeRate: 'Decode rate',
  timeToFirstToken: 'Time to first token',
  energyPerToken: 'Energy per token',
  gpuPowerAvg: 'Average GPU power',
}
const Y_UNITS: Readonly<Record<YFigure, string>> = {
  decodeRate: 'tok/s',
  timeToFirstToken: 's',
  energyPerToken: 'J/token',
  gpuPowerAvg: 'W',
}
export const X_LABELS: Readonly<Record<XAxis, string>> = {
  contextTokens: 'Context length',
  order: 'Turn order',
}

/** The turns as points: one figure against the length of the context or against their order. */
export function Scatter({
  turns,
  all,
  current,
  onPress,
}: {
  turns: readonly TurnSummary[]
  /** Beyond the filter, so that a model keeps its look. */
  all: readonly TurnSummary[]
  /** The reply that is chosen in the table; ringed. */
  current: string | null
  onPress: (turn: TurnSummary) => void
}) {
  const [y, setY] = useState<YFigure>('decodeRate')
  const [x, setX] = useState<XAxis>('contextTokens')
  const [hovered, setHovered] = useState<Point | null>(null)
  const cloud = useMemo(() => pointCloud(turns, y, x, all), [turns, y, x, all])
  const view = useMemo<ScatterView>(
    () => ({
      series: cloud.series,
      y: quantityAxis(valuesOf(cloud.series, 'y')),
      x: x === 'order' ? orderAxis(turns.length) : quantityAxis(valuesOf(cloud.series, 'x')),
      xUnit: x === 'order' ? 'turn, oldest first' : 'tokens of context',
      yUnit: Y_UNITS[y],
    }),
    [cloud, x, y, turns.length],
  )
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<ScatterPlot>(null)
  const latest = useRef({ view, onPress })
  latest.current = { view, onPress }
  useEffect(() => {
    if (!host.current) return
    const made = new ScatterPlot(host.current, latest.current.view, {
      hover: setHovered,
      press: ({ turn }) => latest.current.onPress(turn),
    })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [])
  useEffect(() => plot.current?.update(view), [view])
  const ringed = hovered?.turn.replyId ?? current
  useEffect(() => plot.current?.setCurrent(ringed), [ringed])

  const title = `${Y_LABELS[y]} against ${X_LABELS[x].toLowerCase()}`
  const leftOut = leftOutWords(cloud, y)
  const count = cloud.series.reduce((sum, { points }) => sum + points.length, 0)
  return (
    <figure className={styles.figure} aria-label={title} data-points={count}>
      <figcaption className={styles.head}>
        <Select
          label="Vertical axis"
          value={y}
          options={optionsOf(Y_LABELS)}
          empty=""
          onChange={(value) => setY(value as YFigure)}
        />
        <span className={styles.against}>against</span>
        <Select
          label="Horizontal axis"
          value={x}
          options={optionsOf(X_LABELS)}
          empty=""
          onChange={(value) => setX(value as XAxis)}
        />
        <output
          className={styles.readout}
          aria-live="off"
          aria-label="Turn under the pointer"
          data-reply={hovered?.turn.replyId}
        >
          {hovered && <Readout point={hovered} x={x} />}
        </output>
        <button
          type="button"
          className={styles.action}
          disabled={count === 0}
          onClick={() => {
            const drawn = plot.current
            if (drawn) void pictureOf(title, cloud.series, drawn).then((blob) => save(blob, 'turns.png'))
          }}
        >
          Save PNG
        </button>
      </figcaption>
      <div className={styles.box}>
        <div ref={host} className={styles.plot} aria-hidden="true" />
        {count === 0 && <p className={styles.nothing}>No turn here can be drawn. {leftOut}</p>}
      </div>
      <div className={styles.foot}>
        <ul className={styles.legend} aria-label="Models">
          {cloud.series.map(({ label, style, points }) => (
            <li key={style} title={points[0]?.turn.model}>
              <svg viewBox="-1.5 -1.5 3 3" className={styles.marker} aria-hidden="true">
                <path d={MARKERS[style]} fill={`var(--${MARKER_COLOURS[style]})`} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
        {count > 0 && leftOut !== '' && <p className={styles.leftOut}>{leftOut}</p>}
      </div>
    </figure>
  )
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** Both values with unit and source, and which turn it is. */
function Readout({ point: { turn, y, x }, x: axis }: { point: Point; x: XAxis }) {
  const unit = y.unit === 's' || y.unit === 'tokens' ? '' : ` ${y.unit}`
  const at = axis === 'order' ? `turn ${x}` : `${formatCount(x)} tokens of context ${SOURCE_WORDS.server}`
  return (
    <>
      <b>
        {figureText(y)}
        {unit}
      </b>{' '}
      {SOURCE_WORDS[y.source]} · {at} · {modelName(turn.model)} · {shortMoment(turn.createdAtMs)} ·{' '}
      {turn.conversationTitle}
      {turn.demo && ' · demo'}
    </>
  )
}
