import type { CSSProperties } from 'react'
import type { Figures } from '../../shared/metrics/figures.ts'
import { formatValue } from '../ui/format.ts'
import styles from './memory-bar.module.css'
import pane from './profile-pane.module.css'

/** Peak memory, and what of it are weights, KV cache and the rest, as AFM's profile says. */
export function MemoryBar({ figures }: { figures: Figures }) {
  const { memoryPeak: peak, memoryWeights: weights, memoryKv: kv, memoryRest: rest } = figures
  if (!peak || peak.value <= 0) return null
  const share = (part: number): CSSProperties => ({ width: `${Math.min(100, (part / peak.value) * 100)}%` })
  const words = [
    weights && `weights ${formatValue(weights.value)}`,
    kv && `KV ${formatValue(kv.value)}`,
    rest && `rest ${formatValue(rest.value)}`,
  ].filter((word) => word !== null)
  return (
    <section className={pane.section} aria-label="Memory">
      <div className={styles.label}>
        <h3 className={pane.group}>Memory</h3>
        <b title={peak.note}>{formatValue(peak.value)} GiB</b>
      </div>
      {weights && (
        <div className={styles.bar} aria-hidden="true">
          <i className={styles.weights} style={share(weights.value)} />
          {kv && <i className={styles.kv} style={share(kv.value)} />}
        </div>
      )}
      <p className={pane.source}>{words.join(' · ')}</p>
      <p className={pane.source}>at peak, from the server</p>
    </section>
  )
}
