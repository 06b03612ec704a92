import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import { useApp, useStoreStatus, useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './banner.module.css'
import { storeWords } from './store-words.ts'

/**
 * Says that main cannot be reached, what is wrong with the conversations on disk, or what failed and has no
 * better place. What is on the screen stays.
 */
export function Banner({ className }: { className: string | undefined }) {
  const { app, storeStatus } = useStores()
  const connected = useApp((state) => state.connected)
  const notice = useApp((state) => state.notice)
  const dataFolder = useApp((state) => state.info?.dataFolder ?? 'of the data')
  const status = useStoreStatus((state) => state.status)
  const read = useStoreStatus((state) => state.read)
  const words = useMemo(() => storeWords(status, dataFolder), [status, dataFolder])
  const shown = words.filter(({ dismissible }) => !(dismissible && read))
  if (connected && notice === null && shown.length === 0) return null
  return (
    <div className={className}>
      {!connected && (
        <p className={styles.banner} role="alert">
          Lost the app’s process. What is here stays; reconnecting…
        </p>
      )}
      {shown.map(({ text, dismissible }) => (
        <p key={text} className={styles.banner} role="alert">
          {text}
          {dismissible && (
            <IconButton label="Dismiss" onClick={() => storeStatus.markRead()}>
              <X size={14} />
            </IconButton>
          )}
        </p>
      ))}
      {notice !== null && (
        <p className={styles.banner} role="alert">
          {notice}
          <IconButton label="Dismiss" onClick={() => app.dismiss()}>
            <X size={14} />
          </IconButton>
        </p>
      )}
    </div>
  )
}
