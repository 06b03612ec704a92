import { formatValue } from '../../ui/format.ts'
import styles from './chart.module.css'
import type { ChartSpec } from './chart-spec.ts'

/** More rows than this nobody reads; the CSV has them all. */
const MOST_ROWS = 200

/** A chart's data as a table, for those who cannot see it, and for those who want the numbers. */
export function ChartTable({ spec }: { spec: ChartSpec }) {
  const { atMs, lines, unit, title } = spec
  const step = Math.max(1, Math.ceil(atMs.length / MOST_ROWS))
  const rows = atMs.flatMap((at, index) => (index % step === 0 ? [{ at, index }] : []))
  const shown = lines.filter(({ values }) => values.some((value) => value !== null))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles.tableBox} aria-label={`${title}, table`} tabIndex={0}>
      <table className={styles.table}>
        <caption className={step > 1 ? styles.caption : 'visually-hidden'}>
          {step > 1
            ? `Every ${step}th of ${atMs.length} readings. Save CSV has all of them.`
            : `${title} in ${unit}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Time (s)</th>
            {shown.map(({ label }) => (
              <th key={label} scope="col">
                {label} ({unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, index }) => (
            <tr key={index}>
              <td>{(at / 1000).toFixed(2)}</td>
              {shown.map(({ label, values }) => {
                const value = values[index] ?? null
                return <td key={label}>{value === null ? '' : formatValue(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
