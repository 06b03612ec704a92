import { useId } from 'react'
import styles from './fields.module.css'

/** A choice of one among few, all in sight. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  help,
}: {
  label: string
  value: T
  options: readonly (readonly [value: T, label: string])[]
  onChange: (value: T) => void
  help?: string
}) {
  const name = useId()
  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${name}-label`}>
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
