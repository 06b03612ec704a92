import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './conversation-list.module.css'

/** The longest title main takes. */
const MAX_TITLE = 200

/** A conversation's title while it is changed in place: Enter and leaving save, Escape gives up. */
export function TitleField({
  title,
  onEnd,
}: {
  title: string
  /** Null when the title stays as it was. `byKey`: the focus goes back to the list. */
  onEnd: (title: string | null, byKey: boolean) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (save: boolean, byKey: boolean) => {
    // The field loses the focus when it goes, which must not count a second time.
    if (ended.current) return
    ended.current = true
    const text = field.current?.value.trim() ?? ''
    onEnd(save && text !== '' && text !== title ? text : null, byKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    end(event.key === 'Enter', true)
  }
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label="Title"
      defaultValue={title}
      maxLength={MAX_TITLE}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={() => end(true, false)}
    />
  )
}
