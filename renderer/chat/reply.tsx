import { memo } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { phaseOf } from '../../shared/stream/turn.ts'
import { useLiveTurn, useStores, useThread } from '../state/context.ts'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { EndNotes } from './end-notes.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { FiguresLine } from './figures-line.tsx'
import { PhaseLine } from './phase-line.tsx'
import { Reasoning } from './reasoning.tsx'
import styles from './reply.module.css'
import { ReplyTools } from './reply-tools.tsx'
import { ToolCard } from './tool-card.tsx'
import { VersionSwitch } from './version-switch.tsx'

/**
 * A model's reply: reasoning, tool calls, answer, how it ended, and its figures. While it streams it
 * renders once a batch, and nothing around it does.
 */
export const Reply = memo(function Reply({
  message,
  marked = false,
}: {
  message: ReplyMessage
  /** Whether a search led here. */
  marked?: boolean
}) {
  const live = useLiveTurn(message.id)
  const { app, thread } = useStores()
  const lost = useThread((state) => state.interrupted[message.id] === true)
  const stopping = useThread((state) => state.stopping[message.id] === true)
  const turn = live?.turn ?? message.turn
  const running = turn.end === null && !lost
  const phase = phaseOf(turn)
  const select = () => {
    thread.select(message.id)
    if (!app.store.getState().profileOpen) app.toggleProfile()
  }

  return (
    <article
      className={styles.reply}
      aria-label="Reply"
      aria-busy={running}
      aria-current={marked || undefined}
    >
      {/* Gives the headings of the answer their place below the thread's, and a way to jump by replies. */}
      <h2 className="visually-hidden">Reply</h2>
      {turn.reasoning !== '' && (
        <Reasoning
          text={turn.reasoning}
          firstAtMs={turn.marks.firstReasoningAtMs ?? 0}
          lastAtMs={turn.marks.lastReasoningAtMs ?? 0}
          startedAtMs={message.createdAtMs}
          thinking={running && phase === 'reasoning'}
        />
      )}
      {turn.toolCalls.map((call) => (
        <ToolCard key={call.slot} call={call} running={running} />
      ))}
      {turn.content !== '' && (
        <div className={styles.answer} data-streaming={running || undefined}>
          <LazyMarkdown text={turn.content} streaming={running} />
        </div>
      )}
      {running ? (
        <PhaseLine
          phase={phase}
          startedAtMs={message.createdAtMs}
          openedAtMs={turn.marks.openedAtMs}
          stopping={stopping}
        />
      ) : (
        <>
          {turn.error && <ErrorAlert message={message} error={turn.error} />}
          <EndNotes message={message} turn={turn} interrupted={lost || turn.end === 'interrupted'} />
          <div className={styles.foot}>
            <FiguresLine message={message} turn={turn} onSelect={select} />
            <ReplyTools messageId={message.id} content={turn.content} />
            <VersionSwitch messageId={message.id} />
          </div>
        </>
      )}
    </article>
  )
})
