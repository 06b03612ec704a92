import { memo } from 'react'
import type { TurnPhase } from '../../shared/stream/turn.ts'
import { formatSeconds } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './notes.module.css'

/** What the user waits for while nothing arrives yet, with its running time; nothing once text flows. */
export const PhaseLine = memo(function PhaseLine({
  phase,
  startedAtMs,
  openedAtMs,
  stopping,
}: {
  phase: TurnPhase
  /** When the request was made, ms since the epoch. */
  startedAtMs: number
  /** When the response's headers came, ms since the request; null before. */
  openedAtMs: number | null
  stopping: boolean
}) {
  const waits = phase === 'waiting' || phase === 'prefill'
  const nowMs = useNow(100, waits)
  if (stopping) return <p className={styles.note}>Stopping…</p>
  if (!waits) return null
  const sinceMs = startedAtMs + (openedAtMs ?? 0)
  return (
    <p className={styles.note}>
      {phase === 'waiting' ? 'Waiting for the server' : 'Prefill: reading the prompt'}
      <span className={styles.time}>{formatSeconds(Math.max(0, nowMs - sinceMs) / 1000)}</span>
    </p>
  )
})
