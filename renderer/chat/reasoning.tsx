import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useId, useState } from 'react'
import { formatSeconds } from '../ui/format.ts'
import { GrowingText } from '../ui/growing-text.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './reasoning.module.css'

/** A shorter time (s) has no meaning for the reader; reasoning that came in one piece has none at all. */
const SHORTEST_S = 0.05

/**
 * What the model thought, folded away; the running or final time stands on the button. The text is shown
 * as it came, not as Markdown: it is evidence, and not a character of it may be missing. Its properties are
 * plain values, so that it does not render while the answer streams below it.
 */
export const Reasoning = memo(function Reasoning({
  text,
  firstAtMs,
  lastAtMs,
  startedAtMs,
  thinking,
}: {
  text: string
  /** The first and the last reasoning token, ms since the request. */
  firstAtMs: number
  lastAtMs: number
  /** When the request was made, ms since the epoch. */
  startedAtMs: number
  thinking: boolean
}) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const nowMs = useNow(100, thinking)
  const untilMs = thinking ? nowMs - startedAtMs : lastAtMs
  const seconds = Math.max(0, untilMs - firstAtMs) / 1000
  const time = seconds >= SHORTEST_S ? formatSeconds(seconds) : null

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
        <section id={panelId} aria-label="Reasoning text" className={styles.panel}>
          <GrowingText text={text} />
        </section>
      )}
    </div>
  )
})
