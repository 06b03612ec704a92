import { useThread } from '../state/context.ts'
import styles from './chat-pane.module.css'
import { Composer } from './composer.tsx'
import { EndAnnouncer } from './end-announcer.tsx'
import { Thread } from './thread.tsx'
import { TitleBar } from './title-bar.tsx'
import { Welcome } from './welcome.tsx'

/** The middle of the window: title bar, messages, composer. */
export function ChatPane() {
  const openId = useThread((state) => state.openId)
  const loaded = useThread((state) => state.conversation !== null)
  const failure = useThread((state) => state.failure)
  return (
    <>
      <TitleBar />
      {openId === null ? (
        <Welcome />
      ) : loaded ? (
        // A thread of its own for each conversation: nothing of the one before, no measured height, stays.
        <Thread key={openId} />
      ) : (
        <div className={styles.empty}>
          {failure !== null && (
            <p role="alert" className={styles.failure}>
              This conversation could not be opened. {failure.message}
            </p>
          )}
        </div>
      )}
      <Composer />
      <EndAnnouncer />
    </>
  )
}
