import type { ComponentProps } from 'react'
import styles from './button.module.css'

/** A plain push button. */
export function Button({
  kind = 'plain',
  className,
  ...rest
}: ComponentProps<'button'> & { kind?: 'plain' | 'primary' | 'danger' }) {
  const look = kind === 'plain' ? '' : styles[kind]
  return <button type="button" className={`${styles.button} ${look} ${className ?? ''}`} {...rest} />
}

/** A button that is only an icon; its label is its name and its tooltip. */
export function IconButton({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; hint?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint ? `${label}  ${hint}` : label}
      className={`${styles.icon} ${className ?? ''}`}
      {...rest}
    />
  )
}
