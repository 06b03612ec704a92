import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useCallback, useEffect, useRef } from 'react'
import type { Message } from '../../shared/chat/conversation.ts'
import { useThread } from '../state/context.ts'
import { runningReplyId } from '../state/thread.ts'
import { Button } from '../ui/button.tsx'
import { Reply } from './reply.tsx'
import styles from './thread.module.css'
import { useFollow } from './use-follow.ts'
import { useTarget } from './use-target.ts'
import { UserBubble } from './user-bubble.tsx'

/**
 * The messages of the open conversation. Only those near the screen are in the document; one that streams
 * renders by itself, and the rows beside it stay as they are.
 */
export function Thread() {
  const branch = useThread((state) => state.branch)
  const title = useThread((state) => state.conversation?.title ?? '')
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: branch.length,
    getScrollElement: () => scroller.current,
    // Stable as long as the messages are: a new function would have every height summed up again.
    getItemKey: useCallback((index) => branch[index]?.id ?? index, [branch]),
    estimateSize: useCallback((index) => estimateHeightPx(branch[index]), [branch]),
    initialOffset: () => branch.reduce((sum, message) => sum + estimateHeightPx(message), 0),
    overscan: 4,
    paddingStart: 22,
    paddingEnd: 8,
    // Not anchored to the end: useFollow keeps it, and two keepers force a layout on every batch.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  const { following, jump, leave } = useFollow(scroller, content)

  const runningId = useThread(runningReplyId)
  const knownRunningId = useRef(runningId)
  useEffect(() => {
    const before = knownRunningId.current
    knownRunningId.current = runningId
    // Something was sent: that is where the user looks now.
    if (runningId !== null && runningId !== before) jump()
  }, [runningId, jump])

  const markedId = useTarget(scroller, virtualizer, branch, leave)

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label="Conversation"
        // The whole reply is announced when it has ended; each token of it would drown everything else.
        aria-live="off"
        aria-description={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <div
          ref={(node) => {
            content.current = node
            virtualizer.containerRef(node)
          }}
          className={styles.content}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const message = branch[item.index]
            return (
              message && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.row}
                >
                  {message.role === 'user' ? (
                    <UserBubble
                      message={message}
                      marked={message.id === markedId}
                      unanswered={item.index === branch.length - 1}
                    />
                  ) : (
                    <Reply message={message} marked={message.id === markedId} />
                  )}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!following && (
        <Button className={styles.jump} onClick={jump}>
          <ArrowDown size={14} />
          Jump to latest
        </Button>
      )}
    </div>
  )
}

/** A first guess (px), corrected when the row is measured. Lengths only: the text itself is not read. */
function estimateHeightPx(message: Message | undefined): number {
  if (!message) return 0
  if (message.role === 'user') return 60 + 22 * Math.floor(message.text.length / 70)
  return 80 + 22 * Math.floor(message.turn.content.length / 85)
}
