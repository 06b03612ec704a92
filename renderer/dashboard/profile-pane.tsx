import ChartScatter from 'lucide-react/icons/chart-scatter'
import PanelRight from 'lucide-react/icons/panel-right'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { shortcutLabel } from '../app/shortcuts.ts'
import { useApp, useStores, useThread } from '../state/context.ts'
import type { ThreadState } from '../state/thread.ts'
import { IconButton } from '../ui/button.tsx'
import { LiveReading } from './live-reading.tsx'
import { PowerLine, ServerSection } from './machine-section.tsx'
import styles from './profile-pane.module.css'
import { ReplyFigures } from './reply-figures.tsx'
import { useDashboardView } from './use-dashboard-view.ts'

/** The right pane: what the machine does while it answers, and what it did. */
export function ProfilePane() {
  useDashboardView()
  const { app, thread } = useStores()
  const overlaid = useApp((state) => state.layout !== 'wide')
  const reply = useThread(shownReply)
  const latest = useThread((state) => state.branch.findLast(isReply)?.id)
  const selectedId = useThread((state) => state.selectedReplyId)
  const interrupted = useThread((state) => reply !== undefined && state.interrupted[reply.id] === true)
  const running = reply !== undefined && reply.turn.end === null && !interrupted
  const older = selectedId !== null && selectedId !== latest

  return (
    <aside className={styles.pane} aria-label="Profile">
      <header className={styles.bar}>
        <h2 className={styles.heading}>Profile</h2>
        {older ? (
          <button type="button" className={styles.which} onClick={() => thread.select(null)}>
            Show latest
          </button>
        ) : (
          reply && <span className={styles.quiet}>{running ? 'This reply' : 'Latest reply'}</span>
        )}
        <IconButton
          label="Compare turns"
          hint={shortcutLabel('turns')}
          onClick={() => app.openSheet('turns')}
        >
          <ChartScatter size={15} />
        </IconButton>
        {overlaid && (
          <IconButton label="Hide profile" onClick={() => app.closeOverlays()}>
            <PanelRight size={16} />
          </IconButton>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={styles.body} aria-label="Figures" tabIndex={0}>
        {reply === undefined ? (
          <p className={styles.empty}>
            Decode rate, GPU power and energy per token appear here with the first reply.
          </p>
        ) : running ? (
          <LiveReading reply={reply} />
        ) : (
          <ReplyFigures reply={reply} />
        )}
        <ServerSection />
        <div className={styles.foot}>
          <PowerLine />
        </div>
      </section>
    </aside>
  )
}

function shownReply(state: ThreadState): ReplyMessage | undefined {
  const replies = state.branch.filter(isReply)
  return replies.find(({ id }) => id === state.selectedReplyId) ?? replies.at(-1)
}

function isReply(message: { role: string }): message is ReplyMessage {
  return message.role === 'assistant'
}
