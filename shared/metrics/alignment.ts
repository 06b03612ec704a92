import type { Turn } from '../stream/turn.ts'

/** Where AFM's clock of a generation stands on the turn's clock, and how that is known. */
export interface Alignment {
  /** Ms since the send at which AFM's samples have their zero; null when nothing tells. */
  readonly offsetMs: number | null
  /** For a tooltip. */
  readonly note: string
}

/**
 * Aligns AFM's samples with the turn. AFM counts from the beginning of its generation, which starts with
 * the prefill; this app counts from sending the request, and a request may wait for a slot in between.
 * What both see is the first token: it ends the prefill there and arrives here. So
 *
 *     offset = first token (here, ms since the send) − prompt time (the server's, ms)
 *
 * with the prompt time from `usage.prompt_time` or `timings.prompt_ms`, else the prompt tokens that were
 * not cached over AFM's prefill rate. Error: the way of the first token, on loopback below a millisecond.
 */
export function alignSamples(turn: Turn): Alignment {
  const first = turn.marks.firstTokenAtMs
  if (first === null) return { offsetMs: null, note: NOT_ALIGNED }
  const said = turn.timings?.promptMs
  // AFM of March 2026 says 0 and counts the prefill into the completion: that tells nothing.
  if (said !== undefined && said > 0 && said <= first)
    return { offsetMs: first - said, note: note('the server’s prompt time', said) }
  const rate = turn.profile?.prefillTokS
  const tokens = (turn.usage?.promptTokens ?? 0) - (turn.usage?.cachedTokens ?? 0)
  if (rate !== undefined && rate > 0 && tokens > 0) {
    const computed = (tokens / rate) * 1000
    if (computed <= first)
      return { offsetMs: first - computed, note: note('prompt tokens over AFM’s prefill rate', computed) }
  }
  return { offsetMs: null, note: NOT_ALIGNED }
}

function note(how: string, promptMs: number): string {
  const seconds = (promptMs / 1000).toFixed(2)
  return `AFM’s samples are placed so that its prefill ends at the first token that arrived here: first token − ${seconds} s (${how}).`
}

const NOT_ALIGNED =
  'AFM’s samples are drawn from the moment of sending: the server does not say how long its prefill took.'
