import { memo } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { useLiveTurn, useStores, useThread } from '../state/context.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { EndNotes } from './end-notes.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { FiguresLine } from './figures-line.tsx'
import { PhaseLine } from './phase-line.tsx'
import { Reasoning } from './reasoning.tsx'
import styles from './reply.module.css'
import { ToolCard } from './tool-card.tsx'

/**
 * A model's reply: reasoning, tool calls, answer, how it ended, and its figures. While it streams it
 * renders once a batch, and nothing around it does.
 */
export const Reply = memo(function Reply({ message, last }: { message: ReplyMessage; last: boolean }) {
  const live = useLiveTurn(message.id)
  const { thread } = useStores()
  const interrupted = useThread((state) => state.interrupted[message.id] === true)
  const stopping = useThread((state) => state.stopping[message.id] === true)
  const turn = live?.turn ?? message.turn
  const running = turn.end === null && !interrupted

  return (
    <article className={styles.reply} aria-label="Reply" aria-busy={running}>
      {turn.reasoning !== '' && <Reasoning turn={turn} startedAtMs={message.createdAtMs} running={running} />}
      {turn.toolCalls.map((call) => (
        <ToolCard key={call.slot} call={call} running={running} />
      ))}
      {turn.content !== '' && (
        <div className={styles.answer} data-streaming={running || undefined}>
          <LazyMarkdown text={turn.content} streaming={running} />
        </div>
      )}
      {running ? (
        <PhaseLine turn={turn} startedAtMs={message.createdAtMs} stopping={stopping} />
      ) : (
        <>
          {turn.error && <ErrorAlert message={message} error={turn.error} canRetry={last} />}
          <EndNotes message={message} turn={turn} interrupted={interrupted} canRetry={last} />
          <div className={styles.foot}>
            <FiguresLine message={message} turn={turn} onSelect={() => thread.select(message.id)} />
            {turn.content !== '' && <CopyButton label="Copy reply" text={() => turn.content} />}
          </div>
        </>
      )}
    </article>
  )
})
