import { rowAt } from '../ui/row-keys.ts'

/** What a key means to the list of conversations. */
export type ListStep =
  | { readonly action: 'move'; readonly to: number; readonly typed: string }
  | { readonly action: 'rename' | 'delete' | 'menu' }

export interface ListPress {
  readonly key: string
  readonly shiftKey: boolean
}

/** What must be known of the list to read a key. */
export interface ListPosition {
  /** The conversation that has the focus. */
  readonly at: number
  readonly count: number
  readonly titleAt: (position: number) => string
  /** What was typed just before, to find a conversation by its title. */
  readonly typed: string
}

/**
 * What a key does to the list; null when it is left to the browser, which presses the focused one at Enter
 * and Space. Letters go to the next title that begins with what was typed.
 */
export function listStep({ key, shiftKey }: ListPress, list: ListPosition): ListStep | null {
  const { at, count, typed } = list
  if (count === 0) return null
  const to = rowAt(key, at, count)
  if (to !== null) return { action: 'move', to, typed: '' }
  switch (key) {
    case 'F2':
      return { action: 'rename' }
    case 'Delete':
    case 'Backspace':
      return { action: 'delete' }
    case 'ContextMenu':
      return { action: 'menu' }
    case 'F10':
      return shiftKey ? { action: 'menu' } : null
  }
  if (key.length !== 1 || (key === ' ' && typed === '')) return null
  return find(typed + key.toLowerCase(), list)
}

/** The next title that begins with what was typed; one that still does keeps the focus. */
function find(sought: string, { at, count, titleAt }: ListPosition): ListStep {
  const first = sought.length === 1 ? 1 : 0
  for (let step = first; step < count + first; step += 1) {
    const candidate = (at + step) % count
    if (titleAt(candidate).toLowerCase().startsWith(sought))
      return { action: 'move', to: candidate, typed: sought }
  }
  return { action: 'move', to: at, typed: sought }
}
