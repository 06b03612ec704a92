import type { Mark } from '../../../shared/metrics/marks.ts'

/** The marks of the charts in words, for those who do not see their lines. */
export function MarkList({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null
  return (
    <ul className="visually-hidden" aria-label="Marks">
      {marks.map(({ atMs, kind, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks only ever come in at the end.
        <li key={`${kind}-${index}`} data-at={Math.round(atMs)}>
          {label}: {(atMs / 1000).toFixed(2)} s
        </li>
      ))}
    </ul>
  )
}
