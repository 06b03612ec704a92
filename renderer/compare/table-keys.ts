import { rowAt } from '../ui/row-keys.ts'

/** What a key does in the table of turns. */
export type TableStep =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'pick' }
  | { readonly kind: 'show' }

/** Arrows, Page Up and Down, Home and End move; Space picks for comparing; Enter shows the reply. */
export function tableStep(key: string, at: number, count: number): TableStep | null {
  if (count === 0) return null
  if (key === ' ') return { kind: 'pick' }
  if (key === 'Enter') return { kind: 'show' }
  const to = rowAt(key, at, count)
  return to === null ? null : { kind: 'move', to }
}

/** The picked replies after one is picked or put back: at most two, the older gives way. */
export function picked(before: readonly string[], replyId: string): readonly string[] {
  if (before.includes(replyId)) return before.filter((id) => id !== replyId)
  return [...before, replyId].slice(-2)
}
