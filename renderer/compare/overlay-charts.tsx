import 'uplot/dist/uPlot.min.css'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Turn } from '../../shared/stream/turn.ts'
import chart from '../dashboard/charts/chart.module.css'
import { timeReadout } from '../dashboard/charts/scales.ts'
import { usePlotGroup } from '../dashboard/charts/use-plot-group.ts'
import { Segments } from '../settings/segments.tsx'
import { overlayOf, type Zero } from './overlay.ts'
import { OverlayChart } from './overlay-chart.tsx'
import styles from './overlay-charts.module.css'

const ZEROS: readonly (readonly [Zero, string])[] = [
  ['firstToken', 'Since first token'],
  ['send', 'Since send'],
]
const ZERO_TITLE =
  'At the first token both turns are at the same point of their work, however long the prefill took; ' +
  'AFM’s samples are placed so that its prefill ends there.'

/** The series of two turns on one time axis, A solid and B dashed. A drag zooms, a double click shows all. */
export function OverlayCharts({ a, b }: { a: Turn; b: Turn }) {
  const [zero, setZero] = useState<Zero>('firstToken')
  const overlay = useMemo(() => overlayOf(a, b, zero), [a, b, zero])
  const element = useRef<HTMLDivElement>(null)
  const { group, zoomed } = usePlotGroup(element)
  const [atMs, setAtMs] = useState<number | null>(null)
  // Before the charts' own effects, which draw with it.
  useLayoutEffect(() => {
    group?.zoom(null)
    const marks = overlay.marks.map((mark) => ({ ...mark, kind: 'firstToken' as const }))
    group?.setAxis(overlay.endMs, marks, overlay.startMs)
  }, [group, overlay])
  // As high as leaves all of them in sight, time axis included.
  const heightPx = Math.min(120, Math.floor(500 / Math.max(1, overlay.pairs.length)) - 42)
  const span = overlay.endMs - overlay.startMs

  return (
    <div className={styles.overlay}>
      <div className={styles.head} title={ZERO_TITLE}>
        <Segments inline label="Time axis" value={zero} options={ZEROS} onChange={setZero} />
        <span className={styles.hint}>
          {atMs !== null ? (
            <output aria-live="off" aria-label="Time at the cursor">
              {timeReadout(atMs, span)}
            </output>
          ) : zoomed ? (
            <button type="button" className={chart.action} onClick={() => group?.zoom(null)}>
              Show all
            </button>
          ) : (
            'Drag to zoom'
          )}
        </span>
      </div>
      {overlay.zero !== zero && (
        <p className={styles.note}>
          A turn without a token has no first one: both are drawn from their send.
        </p>
      )}
      <div ref={element}>
        {group &&
          overlay.pairs.map((pair, index) => (
            <OverlayChart
              key={pair.id}
              pair={pair}
              overlay={overlay}
              group={group}
              first={index === 0}
              last={index === overlay.pairs.length - 1}
              heightPx={heightPx}
              atMs={atMs}
              onCursor={setAtMs}
            />
          ))}
      </div>
      {overlay.pairs.length === 0 && (
        <p className={styles.note}>Nothing was measured over time in both of these turns.</p>
      )}
      {overlay.alone.length > 0 && (
        <p className={styles.note}>
          {overlay.alone.map(({ title, of }) => `${title}: only ${of} has it`).join(' · ')}
        </p>
      )}
    </div>
  )
}
