import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useDeletions, useStores } from '../state/context.ts'
import type { Deletion } from '../state/deletions.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { shortcutLabel } from './shortcuts.ts'
import styles from './undo-toasts.module.css'

/** How long undoing is offered, ms, while neither pointer nor focus is on the offer. */
const SHOWN_MS = 12_000
/** More of them at once would cover the thread; older ones wait behind. */
const SHOWN = 3

/** Offers to undo what was deleted, the latest at the bottom. */
export function UndoToasts() {
  const list = useDeletions((state) => state.list)
  return (
    <div role="status" aria-label="Deleted" className={styles.stack}>
      {list.slice(-SHOWN).map((deletion) => (
        <Toast key={deletion.id} deletion={deletion} latest={deletion === list.at(-1)} />
      ))}
    </div>
  )
}

function Toast({ deletion, latest }: { deletion: Deletion; latest: boolean }) {
  const { app, deletions } = useStores()
  const [held, setHeld] = useState(false)
  const { id, words } = deletion
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => deletions.dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, id, deletions])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at its buttons.
    <div
      className={styles.toast}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={styles.words}>{words}</span>
      <Button
        title={latest ? `Undo  ${shortcutLabel('undoDeletion')}` : 'Undo'}
        onClick={() => void deletions.undo(id).then(app.report)}
      >
        Undo
      </Button>
      <IconButton label="Dismiss" onClick={() => deletions.dismiss(id)}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
