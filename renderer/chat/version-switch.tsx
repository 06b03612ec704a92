import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStores, useThread } from '../state/context.ts'
import styles from './version-switch.module.css'

/** Which version of a message is shown, and the way to the others; nothing where there is only one. */
export function VersionSwitch({ messageId }: { messageId: string }) {
  const { app, thread } = useStores()
  const versions = useThread((state) => state.conversation?.siblings[messageId])
  const group = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    // The row of the version before is gone, and the pressed button with it.
    const { target } = thread.store.getState()
    if (target?.kind !== 'version' || target.messageId !== messageId || target.button === null) return
    const pressed = group.current?.querySelector<HTMLElement>(`[data-go="${target.button}"]:enabled`)
    const button = pressed ?? group.current?.querySelector<HTMLElement>('button:enabled')
    button?.focus({ preventScroll: true })
  }, [thread, messageId])

  if (!versions || versions.length < 2) return null
  const at = versions.indexOf(messageId)
  const go = async (button: 'previous' | 'next') => {
    const to = versions[at + (button === 'next' ? 1 : -1)]
    if (to !== undefined) app.report(await thread.switchTo(to, button))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const button = ({ ArrowLeft: 'previous', ArrowRight: 'next' } as const)[event.key]
    if (button === undefined) return
    event.preventDefault()
    void go(button)
  }
  return (
    <fieldset ref={group} className={styles.group} aria-label="Versions" onKeyDown={onKeyDown}>
      <button
        type="button"
        data-go="previous"
        className={styles.button}
        aria-label="Previous version"
        title="Previous version"
        disabled={at <= 0}
        onClick={() => void go('previous')}
      >
        <ChevronLeft size={14} />
      </button>
      <span className={styles.count}>
        {at + 1} of {versions.length}
      </span>
      <button
        type="button"
        data-go="next"
        className={styles.button}
        aria-label="Next version"
        title="Next version"
        disabled={at >= versions.length - 1}
        onClick={() => void go('next')}
      >
        <ChevronRight size={14} />
      </button>
    </fieldset>
  )
}
