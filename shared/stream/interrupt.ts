import { accumulate } from './accumulate.ts'
import type { Turn } from './turn.ts'

/**
 * The turn as it is kept when the app ended before its stream did: all that came, marked `interrupted`.
 * Its tool calls are judged as at any end, since they grow no more.
 */
export function interruptTurn(turn: Turn): Turn {
  const { lastTokenAtMs, openedAtMs } = turn.marks
  const atMs = lastTokenAtMs ?? openedAtMs ?? 0
  return { ...accumulate(turn, [{ type: 'done', atMs, end: 'closed' }]), end: 'interrupted' }
}
