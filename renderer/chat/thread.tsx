import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useCallback, useEffect, useRef } from 'react'
import { useStores, useThread } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { Reply } from './reply.tsx'
import { guessHeightPx } from './row-height.ts'
import styles from './thread.module.css'
import { UnreadRow } from './unread-row.tsx'
import { useFollow } from './use-follow.ts'
import { useTarget } from './use-target.ts'
import { UserBubble } from './user-bubble.tsx'

/** Rows rendered above and below what is seen. */
const OVERSCAN = 4
/** Rows read before they are rendered, so that whoever scrolls finds them there. */
const READ_AHEAD = 12

/**
 * The messages of the open conversation. Only those near the screen are in the document; one that streams
 * renders by itself, and the rows beside it stay as they are.
 */
export function Thread() {
  const { thread } = useStores()
  const branch = useThread((state) => state.branch)
  const title = useThread((state) => state.conversation?.title ?? '')
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: branch.length,
    getScrollElement: () => scroller.current,
    // Stable as long as the messages are: a new function would have every height summed up again.
    getItemKey: useCallback((index) => branch[index]?.id ?? index, [branch]),
    estimateSize: useCallback((index) => guessHeightPx(branch[index]), [branch]),
    initialOffset: () => branch.reduce((sum, item) => sum + guessHeightPx(item), 0),
    overscan: OVERSCAN,
    paddingStart: 22,
    // A hit stands clear of the edge.
    scrollPaddingStart: 22,
    paddingEnd: 8,
    // Not anchored to the end: useFollow keeps it, and two keepers force a layout on every batch.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  const { following, jump, leave, arrive } = useFollow(scroller, content)

  const askedId = useThread((state) => state.askedReplyId)
  useEffect(() => {
    // Something was sent here: that is where the user looks now. What another window sends moves nothing.
    if (askedId !== null) jump()
  }, [askedId, jump])

  const rows = virtualizer.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another branch may lack what was there.
  useEffect(() => thread.look(Math.max(0, first - READ_AHEAD), last + 1), [thread, first, last, branch])

  const markedId = useTarget(scroller, virtualizer, branch, { leave, arrive })

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
          {rows.map((item) => {
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
                  ) : message.role === 'assistant' ? (
                    <Reply message={message} marked={message.id === markedId} />
                  ) : (
                    <UnreadRow item={message} index={item.index} />
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
