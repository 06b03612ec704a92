import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { UserMessage } from '../../shared/chat/conversation.ts'
import { focusMessage } from '../app/shortcuts.ts'
import { useStores, useThread } from '../state/context.ts'
import { runningReplyId } from '../state/thread.ts'
import { Button } from '../ui/button.tsx'
import styles from './user-bubble.module.css'

/**
 * A message while it is rewritten in its place. Enter sends the new version beside the old one, Escape
 * gives it up; the keys are those of the composer.
 */
export function MessageEditor({ message, onClose }: { message: UserMessage; onClose: () => void }) {
  const { thread } = useStores()
  const running = useThread((state) => runningReplyId(state) !== null)
  const [text, setText] = useState(message.text)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const idle = !sending && !running && text.trim() !== ''
  const send = async () => {
    if (!idle) return
    setSending(true)
    const failed = await thread.edit(message.id, text)
    setSending(false)
    if (failed) setFailure(failed.message)
    else focusMessage()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      void send()
    }
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        className={styles.text}
        aria-label="New version"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <span className={styles.hint}>
          {running ? 'A reply is still coming' : 'The version before stays'}
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={!idle} onClick={() => void send()}>
          Update
        </Button>
      </div>
    </div>
  )
}
