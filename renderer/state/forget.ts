import { type BranchItem, textBytesOf } from './branch.ts'
import { PAGE_MESSAGES } from './unread.ts'

/** As much as a window holds of one conversation (bytes, about) before it forgets what is far away. */
const HELD_BYTES = 2_000_000
/** What it holds of the end then: this much, but never fewer messages than a screen shows. */
const END_BYTES = 1_000_000
const END_MESSAGES = 10
/** Rows around those that are seen which stay: all of a page that is seen, or it would be read for ever. */
const NEAR = PAGE_MESSAGES
/** What a sample and an arrival take, bytes, about. */
const SAMPLE_BYTES = 60
const ARRIVAL_BYTES = 16

export interface Seen {
  readonly first: number
  /** The row after the last one. */
  readonly last: number
}

/**
 * Forgets messages that are neither near the end nor near what is seen, once a window holds so much that
 * it would grow all day long: main has them, and they are read again when they are looked at. Each keeps
 * its id and its length, and so its place on the screen.
 * @param keptIds Messages that are shown elsewhere, as in the profile.
 * @returns The items, and from where on all are there; null when there was no need.
 */
export function forgetFar(
  items: readonly BranchItem[],
  seen: Seen,
  keptIds: ReadonlySet<string>,
): { items: readonly BranchItem[]; endFrom: number } | null {
  let held = 0
  for (const item of items) held += bytesOf(item)
  if (held <= HELD_BYTES) return null
  let endFrom = items.length
  for (let bytes = 0; endFrom > 0; endFrom -= 1) {
    const above = items[endFrom - 1]
    if (above === undefined || above.role === 'unread') break
    bytes += bytesOf(above)
    if (bytes > END_BYTES && items.length - endFrom >= END_MESSAGES) break
  }
  const left = items.map((item, at): BranchItem => {
    const isNear = at >= endFrom || (at >= seen.first - NEAR && at < seen.last + NEAR)
    // What has not ended is not on disk as it is here.
    const isWhole = item.role === 'user' || (item.role === 'assistant' && item.turn.end !== null)
    if (isNear || !isWhole || keptIds.has(item.id)) return item
    return { role: 'unread', id: item.id, textBytes: textBytesOf(item) }
  })
  return { items: left, endFrom }
}

/** What a message takes in the window's memory, about. */
function bytesOf(item: BranchItem): number {
  if (item.role === 'unread') return 0
  if (item.role === 'user') return item.text.length
  const { content, reasoning, samples, arrivals } = item.turn
  const measured = samples.length * SAMPLE_BYTES + arrivals.points.length * (ARRIVAL_BYTES / 2)
  return content.length + reasoning.length + measured
}
