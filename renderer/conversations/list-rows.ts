import type { ConversationSummary } from '../../shared/chat/conversation.ts'
import { groupByDay } from './day-groups.ts'

/** A line of the sidebar's list: a heading or a conversation. */
export type ListRow =
  | { readonly kind: 'day'; readonly title: string }
  | { readonly kind: 'conversation'; readonly item: ConversationSummary; readonly position: number }

/** The whole list as lines, `position` counting conversations from 0. */
export function listRows(list: readonly ConversationSummary[], nowMs: number): ListRow[] {
  let position = 0
  return groupByDay(list, nowMs).flatMap((group) => [
    { kind: 'day' as const, title: group.title },
    ...group.items.map((item) => ({ kind: 'conversation' as const, item, position: position++ })),
  ])
}
