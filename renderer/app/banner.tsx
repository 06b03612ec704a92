import { useApp } from '../state/context.ts'
import styles from './banner.module.css'

/** Says that main cannot be reached. What is on the screen stays; nothing is lost. */
export function Banner({ className }: { className: string | undefined }) {
  const connected = useApp((state) => state.connected)
  if (connected) return null
  return (
    <div className={`${styles.banner} ${className ?? ''}`} role="alert">
      Lost the app’s process. Replies go on there; reconnecting…
    </div>
  )
}
