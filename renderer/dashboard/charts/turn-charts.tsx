import 'uplot/dist/uPlot.min.css'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type TurnSeries, turnSeries } from '../../../shared/metrics/series.ts'
import { seriesCsv } from '../../../shared/metrics/series-csv.ts'
import type { Turn } from '../../../shared/stream/turn.ts'
import styles from './chart.module.css'
import { Chart } from './chart.tsx'
import { chartsOf } from './chart-spec.ts'
import { MarkList } from './mark-list.tsx'
import type { Plot } from './plot.ts'
import type { PlotGroup } from './plot-group.ts'
import { timeReadout } from './scales.ts'
import { pictureOf, save } from './take-away.ts'
import { usePlotGroup } from './use-plot-group.ts'

/**
 * The charts of a turn, on one time axis. Cursors move together; a drag zooms, a double click shows all.
 * @param nowMs The turn's clock while it runs; null once it has ended.
 */
export function TurnCharts({ turn, nowMs, name }: { turn: Turn; nowMs: number | null; name: string }) {
  const series = useMemo(() => turnSeries(turn, nowMs), [turn, nowMs])
  const specs = useMemo(() => chartsOf(series), [series])
  const element = useRef<HTMLDivElement>(null)
  const plots = useRef(new Map<string, Plot>())
  const { group, zoomed } = usePlotGroup(element)
  const [atMs, setAtMs] = useState<number | null>(null)
  // Before the charts' own effects, which draw with it.
  useLayoutEffect(() => group?.setAxis(series.endMs, series.marks), [group, series])
  // Another reply is another time.
  const { requestId } = turn
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is the reason, not an input.
  useEffect(() => group?.zoom(null), [group, requestId])

  return (
    <div className={styles.charts} ref={element}>
      {group &&
        specs.map((spec, index) => (
          <Chart
            key={spec.id}
            spec={spec}
            place={{ first: index === 0, last: index === specs.length - 1 }}
            group={group}
            live={nowMs !== null}
            plots={plots}
            onCursor={index === 0 ? setAtMs : undefined}
          />
        ))}
      {specs.length > 0 && <MarkList marks={series.marks} />}
      {nowMs === null && specs.length > 0 && (
        <footer className={styles.foot}>
          {atMs !== null && group ? (
            <output className={styles.hint} aria-live="off" aria-label="Time at the cursor">
              {momentWords(atMs, series, group)}
            </output>
          ) : zoomed ? (
            <button type="button" className={styles.action} onClick={() => group?.zoom(null)}>
              Show all
            </button>
          ) : (
            <span className={styles.hint}>Drag to zoom</span>
          )}
          <button type="button" className={styles.action} onClick={() => saveCsv(series, name)}>
            Save CSV
          </button>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              if (group) void pictureOf(specs, plots.current, group).then((blob) => save(blob, `${name}.png`))
            }}
          >
            Save PNG
          </button>
        </footer>
      )}
    </div>
  )
}

/** How near the cursor must be to a mark to name it, as a share of the time shown. */
const NEAR = 0.015

/** The moment under the cursor, and the mark there, for labels that had no room above the charts. */
function momentWords(atMs: number, { marks }: TurnSeries, group: PlotGroup): string {
  const [from, to] = group.range
  const near = marks.filter((mark) => Math.abs(mark.atMs - atMs) <= (to - from) * NEAR)
  return [timeReadout(atMs, to - from), ...near.map(({ label }) => label)].join(' · ')
}

function saveCsv(series: TurnSeries, name: string): void {
  save(new Blob([seriesCsv(series)], { type: 'text/csv' }), `${name}.csv`)
}
