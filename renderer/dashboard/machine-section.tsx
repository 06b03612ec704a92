import type { PowerStatus, ServerMetrics } from '../../shared/metrics/live-machine.ts'
import { useMachine } from '../state/context.ts'
import { formatSeconds, formatValue } from '../ui/format.ts'
import styles from './profile-pane.module.css'

/** The server as it is now, from its `/metrics`; without them there is no block. */
export function ServerSection() {
  const server = useMachine((state) => state.server)
  if (!server) return null
  const rows = rowsOf(server)
  if (rows.length === 0) return null
  return (
    <section className={styles.section} aria-label="Server now">
      <h3 className={styles.group}>Server now</h3>
      <dl className={styles.grid}>
        {rows.map(([label, value, note]) => (
          <div key={label} title={note}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.source}>from the server’s metrics, once a second</p>
    </section>
  )
}

type Row = readonly [label: string, value: string, note: string]

function rowsOf(server: ServerMetrics): Row[] {
  const { runningRequests, waitingRequests, generatedTokS, cacheUsePct, prefixHitPct } = server
  const { firstTokenMedianS: median, firstTokenP95S: p95 } = server
  const row = (value: number | null, label: string, text: (value: number) => string, note: string): Row[] =>
    value === null ? [] : [[label, text(value), note]]
  const percent = (value: number) => `${Math.round(value)} %`
  return [
    ...row(runningRequests, 'Running', String, 'Requests that are answered now.'),
    ...row(waitingRequests, 'Waiting', String, 'Requests that wait for a slot.'),
    ...row(
      generatedTokS,
      'Generated',
      (value) => `${formatValue(value)} tok/s`,
      'Tokens of all requests over the last second.',
    ),
    ...row(cacheUsePct, 'KV memory', percent, 'How much of the GPU memory for KV caches is in use.'),
    ...row(
      prefixHitPct,
      'Prefix hits',
      percent,
      'Prompts whose beginning was in the prefix cache, of all since the server started.',
    ),
    ...row(
      median,
      'First token',
      (value) => formatSeconds(value),
      'Median since the server started, interpolated in its histogram.',
    ),
    ...row(
      p95,
      'First token, 95th',
      (value) => formatSeconds(value),
      '95th percentile since the server started, interpolated in its histogram.',
    ),
  ]
}

/** One quiet line: GPU power now, or how to get it. */
export function PowerLine() {
  const power = useMachine((state) => state.power)
  const gpuPowerW = useMachine((state) => state.gpuPowerW)
  const words = power && powerWords(power, gpuPowerW)
  if (!power || words === null) return null
  return (
    <p className={styles.source} role="status" aria-label="Live power" aria-live="off">
      {words}
      {power.unreadable > 0 &&
        ` · ${power.unreadable} unreadable ${power.unreadable === 1 ? 'line' : 'lines'}`}
    </p>
  )
}

function powerWords({ state, source, message }: PowerStatus, gpuPowerW: number | null): string | null {
  if (state === 'off' || state === 'idle') return null
  if (message !== null) return message
  return gpuPowerW === null ? `Waiting for ${source}…` : `GPU now ${formatValue(gpuPowerW)} W · ${source}`
}
