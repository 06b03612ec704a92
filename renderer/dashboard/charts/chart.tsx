import Table2 from 'lucide-react/icons/table-2'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatValue } from '../../ui/format.ts'
import styles from './chart.module.css'
import { type ChartLine, type ChartSpec, highest } from './chart-spec.ts'
import { ChartTable } from './chart-table.tsx'
import { Plot, type PlotCursor, type PlotPlace } from './plot.ts'
import type { PlotGroup } from './plot-group.ts'

/** One chart: its title and source, what it reads at the cursor, the drawing, and a table of the same. */
export function Chart({
  spec,
  place,
  group,
  live,
  plots,
  onCursor,
}: {
  spec: ChartSpec
  place: PlotPlace
  group: PlotGroup
  live: boolean
  /** Where the plot is kept for a picture of all. */
  plots: RefObject<Map<string, Plot>>
  /** Told the moment under the cursor, ms; only of the chart that is asked. */
  onCursor?: ((atMs: number | null) => void) | undefined
}) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(null)
  const [cursor, setCursor] = useState<PlotCursor | null>(null)
  const [asTable, setAsTable] = useState(false)
  const tableId = useId()
  const newest = useRef({ spec, place, onCursor })
  newest.current = { spec, place, onCursor }

  useEffect(() => {
    if (!host.current) return
    const all = plots.current
    const { spec: first, place: where } = newest.current
    const made = new Plot(host.current, group, first, where, (at) => {
      setCursor(at)
      const reading = at === null || at.index === null ? undefined : newest.current.spec.atMs[at.index]
      newest.current.onCursor?.(reading ?? at?.atMs ?? null)
    })
    plot.current = made
    all.set(first.id, made)
    return () => {
      all.delete(first.id)
      plot.current = null
      made.destroy()
    }
  }, [group, plots])

  // The first drawing is the plot's own; what comes later is only new data.
  const { first, last } = place
  const drawn = useRef({ spec, first, last })
  useEffect(() => {
    const before = drawn.current
    if (before.spec === spec && before.first === first && before.last === last) return
    drawn.current = { spec, first, last }
    plot.current?.update(spec, { first, last })
  }, [spec, first, last])

  const title = `${spec.title}${live ? ', live' : ''}`
  return (
    <figure className={styles.chart} aria-label={title} data-chart={spec.id}>
      <figcaption className={styles.head}>
        <i className={styles.key} data-colour={spec.colour} />
        <span className={styles.title}>{spec.title}</span>
        {/* Before what shrinks when the readout grows, or it would move away under the pointer. */}
        <button
          type="button"
          className={styles.tableButton}
          aria-label={`Show ${spec.title} as table`}
          title="Show as table"
          aria-expanded={asTable}
          aria-controls={tableId}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 size={13} />
        </button>
        <span className={styles.source} title={spec.note}>
          {spec.source}
        </span>
        <Readout spec={spec} cursor={cursor} live={live} />
      </figcaption>
      <div ref={host} className={styles.plot} aria-hidden="true" />
      <div id={tableId}>{asTable && <ChartTable spec={spec} />}</div>
    </figure>
  )
}

/** What the lines read under the cursor; without one, now while it runs, and the highest when it has ended. */
function Readout({ spec, cursor, live }: { spec: ChartSpec; cursor: PlotCursor | null; live: boolean }) {
  const [main, ...others] = spec.lines
  if (!main) return null
  const at = cursor?.index ?? null
  const index = at ?? (live && cursor === null ? spec.atMs.length - 1 : null)
  const isHighest = index === null && cursor === null
  const read = (line: ChartLine) =>
    index === null ? (isHighest ? highest(line) : null) : (line.values[index] ?? null)
  const value = read(main)
  const more = others.flatMap((line) => {
    const other = read(line)
    return other === null ? [] : [{ label: line.label.replace(/ power$/, ''), other }]
  })
  return (
    <output className={styles.readout} aria-live="off" data-at={at === null ? undefined : spec.atMs[at]}>
      {isHighest && <span className={styles.word}>max </span>}
      {value === null ? '–' : formatValue(value)}
      {spec.limit && !isHighest && ` of ${formatValue(spec.limit.value)}`} {spec.unit}
      {more.map(({ label, other }) => (
        <span key={label} className={styles.word}>
          {' '}
          <span className={styles.dashed}>
            {label} {formatValue(other)} {spec.unit}
          </span>
        </span>
      ))}
    </output>
  )
}
