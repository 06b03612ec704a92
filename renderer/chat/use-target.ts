import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import type { BranchItem } from '../state/branch.ts'
import { useThread } from '../state/context.ts'
import type { Target } from '../state/thread.ts'
import { paint, wordRanges } from './mark-words.ts'
import type { Following } from './use-follow.ts'

/** Frames to wait for a row that is not rendered yet, as its Markdown may still be loading. */
const FRAMES = 60

/**
 * Brings the message that was asked for into view; returns its id where a search led to it, so that it can
 * be marked. The words that were found are painted, and a long message is scrolled on to the first of them.
 */
export function useTarget(
  scroller: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  branch: readonly BranchItem[],
  { leave, arrive }: Pick<Following, 'leave' | 'arrive'>,
): string | null {
  const target = useThread((state) => state.target)
  const reached = useRef<Target | null>(null)
  useEffect(() => {
    if (target === null || target === reached.current) return
    const index = branch.findIndex(({ id }) => id === target.messageId)
    if (index < 0) return
    reached.current = target
    leave()
    // A version stands where the one before it stood; a hit is brought to where the eye is.
    if (target.kind === 'hit') virtualizer.scrollToIndex(index, { align: 'start' })
  }, [target, branch, leave, virtualizer])

  useEffect(() => {
    if (target?.kind !== 'hit') return
    let frame = 0
    let tries = 0
    const look = () => {
      const row = scroller.current?.querySelector('article[aria-current]')
      const ranges = row ? wordRanges(row, target.words) : []
      if (ranges.length > 0) {
        paint(ranges)
        reveal(scroller.current, ranges[0])
        arrive()
      } else if (target.words.length > 0 && ++tries < FRAMES) frame = requestAnimationFrame(look)
      else arrive()
    }
    // The row is placed in the first frame and measured in the second.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      paint([])
    }
  }, [target, scroller, arrive])
  return target?.kind === 'hit' ? target.messageId : null
}

/** Scrolls on where the range is not in sight yet. */
function reveal(scroller: HTMLElement | null, range: Range | undefined): void {
  if (!scroller || !range) return
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = range.getBoundingClientRect()
  if (top < view.top || bottom > view.bottom) scroller.scrollTop += top - view.top - view.height / 3
}
