import { useId } from 'react'
import styles from './fields.module.css'

/** A choice of one among few, all in sight. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  help,
  inline = false,
}: {
  label: string
  value: T
  options: readonly (readonly [value: T, label: string])[]
  onChange: (value: T) => void
  help?: string
  /** In a row with others: its name is only heard. */
  inline?: boolean
}) {
  const name = useId()
  return (
    <div className={inline ? undefined : styles.field}>
      <span className={inline ? 'visually-hidden' : styles.label} id={`${name}-label`}>
        {label}
      </span>
      <div className={styles.segments} role="radiogroup" aria-labelledby={`${name}-label`}>
        {options.map(([option, text]) => (
          <label key={option} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
        ))}
      </div>
      {help !== undefined && <p className={styles.help}>{help}</p>}
    </div>
  )
}
