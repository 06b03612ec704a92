import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'
import { phaseOf, type Turn } from '../../shared/stream/turn.ts'
import { formatSeconds } from '../ui/format.ts'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './reasoning.module.css'

/** What the model thought, folded away; the running or final time stands on the button. */
export function Reasoning({
  turn,
  startedAtMs,
  running,
}: {
  turn: Turn
  startedAtMs: number
  running: boolean
}) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const thinking = running && phaseOf(turn) === 'reasoning'
  const nowMs = useNow(100, thinking)
  const { firstReasoningAtMs, lastReasoningAtMs } = turn.marks
  const firstMs = firstReasoningAtMs ?? 0
  const seconds = thinking
    ? Math.max(0, nowMs - startedAtMs - firstMs) / 1000
    : Math.max(0, (lastReasoningAtMs ?? firstMs) - firstMs) / 1000
  // Reasoning that came in one piece has no duration that could be measured.
  const time = seconds > 0 ? formatSeconds(seconds) : null

  return (
    <div className={styles.reasoning}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        aria-label={time === null ? 'Reasoning' : `Reasoning, ${time}`}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={15} className={styles.chevron} />
        {thinking ? 'Reasoning…' : time === null ? 'Reasoned' : 'Reasoned for'}
        {time !== null && <span className={styles.time}>{time}</span>}
      </button>
      {open && (
        <div id={panelId} className={styles.panel}>
          <LazyMarkdown text={turn.reasoning} streaming={thinking} />
        </div>
      )}
    </div>
  )
}
