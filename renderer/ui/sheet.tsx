import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './sheet.module.css'

/** A modal sheet, small unless it is `wide`; a wide one fills the window and lays its body out itself. The browser's own dialog keeps the focus inside, gives it back, and closes on Escape. */
export function Sheet({
  title,
  wide = false,
  onClose,
  children,
}: {
  title: string
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.sheet} ${wide ? styles.wide : ''}`}
      aria-label={title}
      onClose={onClose}
    >
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
