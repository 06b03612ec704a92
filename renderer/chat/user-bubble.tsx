import { memo } from 'react'
import type { UserMessage } from '../../shared/chat/conversation.ts'
import styles from './user-bubble.module.css'

/** What the user wrote, as it was written: never read as Markdown. */
export const UserBubble = memo(function UserBubble({ message }: { message: UserMessage }) {
  return (
    <article className={styles.column} aria-label="Your message">
      <div className={styles.bubble}>{message.text}</div>
    </article>
  )
})
