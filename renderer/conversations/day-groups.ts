import type { ConversationSummary } from '../../shared/chat/conversation.ts'

export interface DayGroup {
  readonly title: string
  readonly items: readonly ConversationSummary[]
}

const DAY_MS = 86_400_000

/** Groups conversations by the day of their last change, in the order given; those that are pinned stand together. */
export function groupByDay(list: readonly ConversationSummary[], nowMs: number): DayGroup[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  const groups: { title: string; items: ConversationSummary[] }[] = []
  for (const item of list) {
    const title = item.pinned ? 'Pinned' : titleOf(item.updatedAtMs, today)
    const known = groups.find((group) => group.title === title)
    if (known) known.items.push(item)
    else groups.push({ title, items: [item] })
  }
  return groups
}

function titleOf(atMs: number, todayMs: number): string {
  if (atMs >= todayMs) return 'Today'
  // By noon, so that a day of 23 or 25 hours does not move the border.
  const yesterdayMs = new Date(todayMs - DAY_MS / 2).setHours(0, 0, 0, 0)
  if (atMs >= yesterdayMs) return 'Yesterday'
  return atMs >= todayMs - 7 * DAY_MS ? 'Last 7 days' : 'Earlier'
}

/** When a conversation last changed, short: 9:12 today, Sun within a week, 3 May before. */
export function shortTime(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  const todayMs = new Date(nowMs).setHours(0, 0, 0, 0)
  if (atMs >= todayMs) return at.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
  if (atMs >= todayMs - 7 * DAY_MS) return at.toLocaleDateString(undefined, { weekday: 'short' })
  return at.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}
