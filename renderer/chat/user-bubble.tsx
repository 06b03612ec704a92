import Pencil from 'lucide-react/icons/pencil'
import { memo, useEffect, useRef, useState } from 'react'
import type { UserMessage } from '../../shared/chat/conversation.ts'
import { useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { MessageEditor } from './message-editor.tsx'
import styles from './user-bubble.module.css'
import { VersionSwitch } from './version-switch.tsx'

/** What the user wrote, as it was written: never read as Markdown. */
export const UserBubble = memo(function UserBubble({
  message,
  marked = false,
  unanswered = false,
}: {
  message: UserMessage
  /** Whether a search led here. */
  marked?: boolean
  /** Whether it is the last message: its reply was deleted, or never began. */
  unanswered?: boolean
}) {
  const { app, thread, deletions } = useStores()
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const remove = async () => {
    const { openId } = thread.store.getState()
    if (openId === null) return
    app.report(await deletions.deleteBranch(openId, message.id, 'Message and what follows it deleted'))
  }
  return (
    <article className={styles.column} aria-label="Your message" aria-current={marked || undefined}>
      {editing ? (
        <MessageEditor message={message} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={styles.bubble}>{message.text}</div>
          <div className={styles.foot}>
            <span className={styles.tools}>
              <IconButton ref={editButton} label="Edit" onClick={() => setEditing(true)}>
                <Pencil size={14} />
              </IconButton>
              <CopyButton label="Copy" text={() => message.text} />
              <MenuButton
                label="More"
                items={() => [{ label: 'Delete from here', danger: true, run: () => void remove() }]}
              />
            </span>
            <VersionSwitch messageId={message.id} />
          </div>
          {unanswered && (
            <p className={styles.unanswered}>
              There is no reply to this.
              <button
                type="button"
                className={styles.ask}
                onClick={async () => app.report(await thread.retry(message.id))}
              >
                Ask for one
              </button>
            </p>
          )}
        </>
      )}
    </article>
  )
})
