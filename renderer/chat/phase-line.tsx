import { phaseOf, type Turn } from '../../shared/stream/turn.ts'
import { formatSeconds } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './notes.module.css'

/** What the user waits for while nothing arrives yet, with its running time; nothing once text flows. */
export function PhaseLine({
  turn,
  startedAtMs,
  stopping,
}: {
  turn: Turn
  /** When the request was made, ms since the epoch. */
  startedAtMs: number
  stopping: boolean
}) {
  const phase = phaseOf(turn)
  const waits = phase === 'waiting' || phase === 'prefill'
  const nowMs = useNow(100, waits)
  if (stopping) return <p className={styles.note}>Stopping…</p>
  if (!waits) return null
  const sinceMs = startedAtMs + (phase === 'prefill' ? (turn.marks.openedAtMs ?? 0) : 0)
  const time = formatSeconds(Math.max(0, nowMs - sinceMs) / 1000)
  return (
    <p className={styles.note}>
      {phase === 'waiting' ? 'Waiting for the server' : 'Reading the prompt'}
      <span className={styles.time}>{time}</span>
    </p>
  )
}
