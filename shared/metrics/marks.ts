import type { Turn } from '../stream/turn.ts'

/** A moment of a turn worth a line on its charts. */
export interface Mark {
  /** Ms since the request was sent. */
  readonly atMs: number
  readonly kind: 'firstToken' | 'reasoningEnd' | 'toolCall' | 'end'
  readonly label: string
}

/** The marks of a turn, in order of time: first token, end of reasoning, each tool call, and its end. */
export function marksOf(turn: Turn): Mark[] {
  const { firstTokenAtMs, lastReasoningAtMs, firstContentAtMs, endedAtMs } = turn.marks
  const marks: Mark[] = []
  if (firstTokenAtMs !== null) marks.push({ atMs: firstTokenAtMs, kind: 'firstToken', label: 'First token' })
  // Reasoning has ended once something else has come.
  const reasoned = lastReasoningAtMs !== null && (firstContentAtMs !== null || turn.toolCalls.length > 0)
  if (reasoned) marks.push({ atMs: lastReasoningAtMs, kind: 'reasoningEnd', label: 'End of reasoning' })
  for (const { name, atMs } of turn.toolCalls)
    marks.push({ atMs, kind: 'toolCall', label: name === '' ? 'Tool call' : name })
  if (endedAtMs !== null) marks.push({ atMs: endedAtMs, kind: 'end', label: endLabel(turn) })
  return marks.sort((a, b) => a.atMs - b.atMs)
}

function endLabel(turn: Turn): string {
  if (turn.stopped) return 'Stopped'
  if (turn.error) return 'Failed'
  return turn.finishReason === 'length' ? 'Length limit' : turn.end === 'closed' ? 'Closed' : 'Finish'
}
