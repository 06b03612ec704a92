import type { Figure } from '../../shared/metrics/figures.ts'
import { SOURCE_WORDS } from '../ui/format.ts'
import styles from './sources.module.css'

/** Where a number comes from, as a quiet mark beside it: told apart by its shape. */
export function SourceMark({ source }: { source: Figure['source'] }) {
  return (
    <>
      <i className={styles.mark} data-source={source} aria-hidden="true" />
      <span className="visually-hidden">, {SOURCE_WORDS[source]}</span>
    </>
  )
}

/** What the marks mean. */
export function SourceLegend() {
  return (
    <p className={styles.legend}>
      {(['server', 'measured', 'estimated'] as const).map((source) => (
        <span key={source} className={styles.entry}>
          <i className={styles.mark} data-source={source} aria-hidden="true" />
          {SOURCE_WORDS[source]}
        </span>
      ))}
    </p>
  )
}
