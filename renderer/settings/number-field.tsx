import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Failure } from '../../shared/result.ts'
import styles from './fields.module.css'
import { type NumberRange, parseNumber } from './number-value.ts'

/** A number that may be left to the server. Saved when the field is left or on Enter, and only when valid. */
export function NumberField({
  label,
  value,
  range,
  save,
  placeholder = 'Server default',
}: {
  label: string
  value: number | null
  range: NumberRange
  save: (value: number | null) => Promise<Failure | null>
  /** What an empty field means. */
  placeholder?: string
}) {
  const [text, setText] = useState(() => (value === null ? '' : String(value)))
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  useEffect(() => {
    setText(value === null ? '' : String(value))
    setError(null)
  }, [value])

  const commit = async () => {
    const parsed = parseNumber(text, range)
    if (!parsed.ok) return setError(parsed.message)
    setError(null)
    if (parsed.value !== value) setError((await save(parsed.value))?.message ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void commit()
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        inputMode={range.whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
