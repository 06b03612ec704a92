import Table2 from 'lucide-react/icons/table-2'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import chart from '../dashboard/charts/chart.module.css'
import { highest } from '../dashboard/charts/chart-spec.ts'
import { ChartTable } from '../dashboard/charts/chart-table.tsx'
import { Plot } from '../dashboard/charts/plot.ts'
import type { PlotGroup } from '../dashboard/charts/plot-group.ts'
import { formatValue } from '../ui/format.ts'
import { type Overlay, type OverlayPair, readAt } from './overlay.ts'
import styles from './overlay-charts.module.css'
import { pairSpec, pairTable } from './overlay-spec.ts'

/** One quantity of two turns: the drawing, what both read at the cursor, and a table of the same. */
export function OverlayChart({
  pair,
  overlay,
  group,
  first,
  last,
  heightPx,
  atMs,
  onCursor,
}: {
  pair: OverlayPair
  overlay: Overlay
  group: PlotGroup
  first: boolean
  last: boolean
  heightPx: number
  /** The moment under the cursor, in whichever chart it is. */
  atMs: number | null
  onCursor: (atMs: number | null) => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(null)
  const [asTable, setAsTable] = useState(false)
  const tableId = useId()
  const spec = useMemo(() => pairSpec(pair), [pair])
  const place = useMemo(() => ({ first, last, heightPx }), [first, last, heightPx])
  const newest = useRef({ spec, place, onCursor })
  newest.current = { spec, place, onCursor }
  useEffect(() => {
    if (!host.current) return
    const { spec: drawn, place: where } = newest.current
    const made = new Plot(host.current, group, drawn, where, (cursor) => {
      // The others' cursors follow this one, to the pixel and no nearer.
      if (host.current?.matches(':hover') || cursor === null) newest.current.onCursor(cursor?.atMs ?? null)
    })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [group])
  useEffect(() => plot.current?.update(spec, place), [spec, place])

  const { title, unit } = pair
  return (
    <figure className={chart.chart} aria-label={`${title} of both turns`} data-chart={pair.id}>
      <figcaption className={chart.head}>
        <span className={chart.title}>{title}</span>
        {/* Before what shrinks when the readout grows, or it would move away under the pointer. */}
        <button
          type="button"
          className={chart.tableButton}
          aria-label={`Show ${title} as table`}
          title="Show as table"
          aria-expanded={asTable}
          aria-controls={tableId}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 size={13} />
        </button>
        <span className={chart.source} title={spec.note}>
          {spec.source}
        </span>
        <output className={chart.readout} aria-live="off" data-at={atMs ?? undefined}>
          {atMs === null && <span className={chart.word}>max </span>}
          {(['a', 'b'] as const).map((which, index) => {
            const line = spec.lines[index]
            const value = atMs === null ? line && highest(line) : readAt(pair[which], atMs)
            return (
              <span key={which} className={styles.value} data-which={which === 'a' ? 'A' : 'B'}>
                <i className={styles.line} aria-hidden="true" />
                {which === 'a' ? 'A ' : 'B '}
                {value === null || value === undefined ? '–' : formatValue(value)}
              </span>
            )
          })}{' '}
          {unit}
        </output>
      </figcaption>
      <div ref={host} className={chart.plot} aria-hidden="true" />
      <div id={tableId}>{asTable && <ChartTable spec={pairTable(pair, overlay)} />}</div>
    </figure>
  )
}
