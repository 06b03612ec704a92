import X from 'lucide-react/icons/x'
import { useApp, useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './banner.module.css'

/** Says that main cannot be reached, or what failed and has no better place. What is on the screen stays. */
export function Banner({ className }: { className: string | undefined }) {
  const { app } = useStores()
  const connected = useApp((state) => state.connected)
  const notice = useApp((state) => state.notice)
  if (connected && notice === null) return null
  return (
    <div className={className}>
      {!connected && (
        <p className={styles.banner} role="alert">
          Lost the app’s process. What is here stays; reconnecting…
        </p>
      )}
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
