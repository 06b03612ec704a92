import ChevronDown from 'lucide-react/icons/chevron-down'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Wrench from 'lucide-react/icons/wrench'
import { memo, useId, useState } from 'react'
import type { ToolCall } from '../../shared/stream/turn.ts'
import { showArguments } from './arguments.ts'
import styles from './tool-card.module.css'

/** A call the model asks for: its name, and its arguments when the card is open. */
export const ToolCard = memo(function ToolCard({ call, running }: { call: ToolCall; running: boolean }) {
  const [closed, setClosed] = useState(false)
  const panelId = useId()
  const name = call.name === '' ? 'unnamed' : call.name
  const { note, text } = showArguments(call, running)
  const open = !closed && text !== ''
  const invalid = call.valid === false && text !== ''

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this is a group of text.
    <div role="group" aria-label={`Tool call ${name}`} className={styles.card}>
      <div className={styles.head}>
        {invalid ? (
          <TriangleAlert size={14} className={styles.warn} />
        ) : (
          <Wrench size={13} className={styles.icon} />
        )}
        <b className={styles.name}>{name}</b>
        {note !== null && <span className={invalid ? styles.warn : styles.note}>{note}</span>}
        {text !== '' && (
          <button
            type="button"
            className={styles.toggle}
            aria-label={`Arguments of ${name}`}
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            onClick={() => setClosed(!closed)}
          >
            <ChevronDown size={15} />
          </button>
        )}
      </div>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <pre id={panelId} className={styles.arguments} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
})
