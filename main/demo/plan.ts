import type { Ending, Reply, Segment } from './replies/reply.ts'
import { STOP } from './replies/reply.ts'
import type { ChatRequest } from './request.ts'
import { splitTokens } from './tokens.ts'

/** A reply cut into tokens: each segment is one token, and becomes one delta. */
export interface Plan {
  readonly tokens: readonly Segment[]
  readonly ending: Ending
}

/**
 * Cuts a canned reply into tokens the way the request asks: without reasoning, up to a stop sequence in
 * the answer (which is not sent), and to at most `max_tokens` tokens of all kinds.
 */
export function planReply(reply: Reply, request: ChatRequest, reasons: boolean): Plan {
  const thinking = reasons && request.chat_template_kwargs?.enable_thinking !== false
  const segments = reply.segments.filter((segment) => thinking || segment.channel !== 'reasoning')
  const stopped = cutAtStop({ tokens: segments, ending: reply.ending }, request.stop ?? [])
  const tokens = stopped.tokens.flatMap(tokenize)
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  if (tokens.length <= limit) return { tokens, ending: stopped.ending }
  return { tokens: tokens.slice(0, limit), ending: { kind: 'finish', reason: 'length' } }
}

function cutAtStop(plan: Plan, stop: readonly string[]): Plan {
  for (const [at, segment] of plan.tokens.entries()) {
    if (segment.channel !== 'content') continue
    const found = stop
      .filter((sequence) => sequence !== '')
      .map((sequence) => segment.text.indexOf(sequence))
      .filter((position) => position >= 0)
    if (found.length === 0) continue
    const text = segment.text.slice(0, Math.min(...found))
    return { tokens: [...plan.tokens.slice(0, at), { channel: 'content', text }], ending: STOP }
  }
  return plan
}

function tokenize(segment: Segment): Segment[] {
  if (segment.channel === 'toolCall') return [segment]
  return splitTokens(segment.text).map((text) => ({ channel: segment.channel, text }))
}

/** All text of one channel. */
export function joinText(tokens: readonly Segment[], channel: 'reasoning' | 'content'): string {
  return tokens.map((token) => (token.channel === channel ? token.text : '')).join('')
}
