import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useStores, useThread } from '../state/context.ts'
import { runningReplyId } from '../state/thread.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './reply.module.css'

/** What can be done with a reply that has ended: copied, asked for again, deleted. */
export function ReplyTools({ messageId, content }: { messageId: string; content: string }) {
  const { app, thread, deletions } = useStores()
  const busy = useThread((state) => runningReplyId(state) !== null)
  const [said, setSaid] = useState('')
  const copyPlain = async () => {
    const { plainText } = await import('./plain-text.ts')
    await navigator.clipboard.writeText(plainText(content)).then(
      () => setSaid('Copied as plain text'),
      () => app.report({ code: 'clipboard', message: 'The reply could not be copied.' }),
    )
  }
  const remove = async () => {
    const { openId } = thread.store.getState()
    if (openId === null) return
    app.report(await deletions.deleteBranch(openId, messageId, 'Reply and what follows it deleted'))
  }
  return (
    <span className={styles.tools}>
      {content !== '' && <CopyButton label="Copy reply" text={() => content} />}
      <IconButton
        label="Regenerate"
        disabled={busy}
        onClick={async () => app.report(await thread.retry(messageId))}
      >
        <RefreshCw size={14} />
      </IconButton>
      <MenuButton
        label="More"
        items={() => [
          ...(content === ''
            ? []
            : [
                { label: 'Copy as Markdown', run: () => void navigator.clipboard.writeText(content) },
                { label: 'Copy as plain text', run: () => void copyPlain() },
              ]),
          { label: 'Delete from here', danger: true, run: () => void remove() },
        ]}
      />
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </span>
  )
}
