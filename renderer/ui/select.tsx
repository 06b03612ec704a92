import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './select.module.css'
import { keyStep } from './select-keys.ts'

export interface Option {
  readonly value: string
  readonly label: string
  /** A second, quiet line. */
  readonly detail?: string
}

/**
 * A select-only combobox with two-line options, by the ARIA pattern of that name. Written here because the
 * page's policy forbids the inline style elements that ready-made ones inject.
 */
export function Select({
  label,
  value,
  options,
  empty,
  onChange,
}: {
  label: string
  /** The chosen option's value; shown as it is when no option has it. */
  value: string
  options: readonly Option[]
  /** What is shown instead when there is nothing to choose. */
  empty: string
  onChange: (value: string) => void
}) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const typed = useRef({ text: '', atMs: 0 })
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = options.findIndex((option) => option.value === value)
  const disabled = options.length === 0
  const shown = disabled ? empty : (options[chosen]?.label ?? (value || 'Choose'))

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [open, active])

  const show = () => {
    setActive(Math.max(0, chosen))
    setOpen(true)
  }
  const choose = (index: number) => {
    const option = options[index]
    setOpen(false)
    if (option && option.value !== value) onChange(option.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey) return
    const now = event.timeStamp
    if (now - typed.current.atMs > 700) typed.current.text = ''
    const labels = options.map((option) => option.label)
    const step = keyStep(event.key, event.altKey, { open, active, labels, typed: typed.current.text })
    if (step === null) return
    if (step.typed !== undefined) typed.current = { text: step.typed, atMs: now }
    if (step.action !== 'leave') event.preventDefault()
    if (step.action === 'open') show()
    else if (step.action === 'close' || step.action === 'leave') setOpen(false)
    else if (step.action === 'choose') choose(active)
    else if (step.action === 'move') setActive(step.active)
  }

  return (
    <div className={styles.select}>
      <button
        type="button"
        role="combobox"
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        disabled={disabled}
        title={shown}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      >
        <span className={styles.value}>{shown}</span>
        {!disabled && <ChevronDown size={13} />}
      </button>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={!open}
      >
        {open &&
          options.map((option, index) => (
            // The keyboard stays on the combobox, which says which option is active.
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={styles.option}
              data-active={index === active || undefined}
              // A press must not take the focus from the combobox, which would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(index)}
              onKeyDown={onKeyDown}
            >
              <Check size={13} className={styles.check} />
              <span className={styles.label}>{option.label}</span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </div>
          ))}
      </div>
    </div>
  )
}
