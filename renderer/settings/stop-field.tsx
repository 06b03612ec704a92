import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { Failure } from '../../shared/result.ts'
import { Button, IconButton } from '../ui/button.tsx'
import styles from './fields.module.css'
import { escapeStop, unescapeStop } from './stop-value.ts'

/** How many sequences and characters the settings take. */
const MOST = 16
const LONGEST = 200

interface Line {
  readonly key: number
  readonly text: string
}

/** The sequences at which a model stops. Empty lines are left out when it is saved. */
export function StopField({
  value,
  save,
}: {
  value: readonly string[]
  save: (value: string[]) => Promise<Failure | null>
}) {
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(value))
  const [error, setError] = useState<string | null>(null)
  useEffect(() => setLines(linesOf(value)), [value])

  const commit = async (next: readonly Line[]) => {
    const stop = next.map((line) => unescapeStop(line.text)).filter((text) => text !== '')
    if (stop.some((text) => text.length > LONGEST)) {
      return setError(`A stop sequence may have ${LONGEST} characters at most.`)
    }
    setError(null)
    if (stop.join('\0') !== value.join('\0')) setError((await save(stop))?.message ?? null)
  }
  const change = (key: number, text: string) =>
    setLines(lines.map((line) => (line.key === key ? { key, text } : line)))
  const remove = (key: number) => {
    const next = lines.filter((line) => line.key !== key)
    setLines(next)
    void commit(next)
  }
  const add = () => setLines([...lines, { key: Math.max(0, ...lines.map((line) => line.key)) + 1, text: '' }])

  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>Stop sequences</legend>
      {lines.map((line, index) => (
        <div key={line.key} className={styles.row}>
          <input
            className={styles.input}
            aria-label={`Stop sequence ${index + 1}`}
            value={line.text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change(line.key, event.target.value)}
            onBlur={() => void commit(lines)}
            onKeyDown={(event) => event.key === 'Enter' && void commit(lines)}
          />
          <IconButton label={`Remove stop sequence ${index + 1}`} onClick={() => remove(line.key)}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={add} disabled={lines.length >= MOST}>
          <Plus size={13} />
          Add sequence
        </Button>
        <span className={styles.ok}>Write \n for a line break.</span>
      </div>
    </fieldset>
  )
}

function linesOf(value: readonly string[]): Line[] {
  return value.map((text, key) => ({ key, text: escapeStop(text) }))
}
