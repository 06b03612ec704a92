import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './sheet.module.css'

/** A small modal sheet. The browser's own dialog keeps the focus inside, gives it back, and closes on Escape. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={title} onClose={onClose}>
      <div className={styles.top}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
