/** What a key does in the table of turns. */
export type TableStep =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'pick' }
  | { readonly kind: 'show' }

/** Rows a page is. */
const PAGE_ROWS = 10

/** Arrows, Page Up and Down, Home and End move; Space picks for comparing; Enter shows the reply. */
export function tableStep(key: string, at: number, count: number): TableStep | null {
  if (count === 0) return null
  const move = (to: number): TableStep => ({ kind: 'move', to: Math.min(count - 1, Math.max(0, to)) })
  switch (key) {
    case 'ArrowDown':
      return move(at + 1)
    case 'ArrowUp':
      return move(at - 1)
    case 'PageDown':
      return move(at + PAGE_ROWS)
    case 'PageUp':
      return move(at - PAGE_ROWS)
    case 'Home':
      return move(0)
    case 'End':
      return move(count - 1)
    case ' ':
      return { kind: 'pick' }
    case 'Enter':
      return { kind: 'show' }
    default:
      return null
  }
}

/** The picked replies after one is picked or put back: at most two, the older gives way. */
export function picked(before: readonly string[], replyId: string): readonly string[] {
  if (before.includes(replyId)) return before.filter((id) => id !== replyId)
  return [...before, replyId].slice(-2)
}
