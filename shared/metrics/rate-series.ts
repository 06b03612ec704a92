import type { Arrivals } from '../stream/arrivals.ts'
import type { Turn } from '../stream/turn.ts'
import { RATE_WINDOW_MS } from './rate-window.ts'

/** The decode rate over time. */
export interface RateSeries {
  /** Ms since the request was sent, ascending. */
  readonly atMs: readonly number[]
  readonly tokS: readonly number[]
  /** Tokens of the server's count for each delta that arrived; 1 while it is not known. */
  readonly factor: number
  /** How it was measured, for a tooltip. */
  readonly note: string
}

/** Below this a rate would only be noise (the same as for the number beside the chart). */
const SHORTEST_SPAN_MS = 200
/** The finest step: a tenth of the window. Longer turns get wider steps, as a chart has only so many pixels. */
const FINEST_STEP_MS = 100
const MOST_POINTS = 2000

/**
 * Decode rate over a sliding second, from the arrivals:
 *
 *     rate(t) = (N(t) − N(t₀)) / (t − t₀),  t₀ = max(t − 1 s, first token)
 *
 * where N counts the tokens up to a moment, growing evenly between two recorded arrivals. The first token
 * opens the span and is not counted in it. A stream that stalls falls to 0 within a second, truly.
 *
 * When the turn has ended and the server counted, all is scaled by its count over the deltas that arrived,
 * since a delta may hold several tokens. With tool calls it is not: their tokens arrive in one piece, so
 * nobody can tell when they were decoded.
 *
 * @param nowMs The turn's clock while it runs; null once it has ended.
 */
export function decodeRateSeries(turn: Turn, nowMs: number | null): RateSeries | null {
  const { points } = turn.arrivals
  const firstMs = points[0]
  const lastMs = points.at(-2)
  if (firstMs === undefined || lastMs === undefined) return null
  const endMs = Math.max(lastMs, nowMs ?? 0)
  if (endMs - firstMs < SHORTEST_SPAN_MS) return null
  const stepMs = Math.max(FINEST_STEP_MS, (endMs - firstMs) / MOST_POINTS)
  const factor = factorOf(turn)
  const head = new Reader(turn.arrivals)
  const tail = new Reader(turn.arrivals)
  const atMs: number[] = []
  const tokS: number[] = []
  const add = (at: number) => {
    const from = Math.max(at - RATE_WINDOW_MS, firstMs)
    atMs.push(at)
    tokS.push((factor * (head.totalAt(at) - tail.totalAt(from)) * 1000) / (at - from))
  }
  let at = firstMs + SHORTEST_SPAN_MS
  for (; at < endMs; at += stepMs) add(at)
  add(endMs)
  return { atMs, tokS, factor, note: noteOf(turn, factor) }
}

function factorOf({ end, usage, deltas, toolCalls }: Turn): number {
  const counted = usage?.completionTokens
  if (end === null || counted === undefined || counted < 1 || deltas < 1 || toolCalls.length > 0) return 1
  return counted / deltas
}

function noteOf(turn: Turn, factor: number): string {
  const measured = 'Tokens that arrived here in the last second.'
  if (factor !== 1)
    return `${measured} Scaled by ${factor.toFixed(3)} to the server’s count of ${turn.usage?.completionTokens} tokens.`
  if (turn.end !== null && turn.toolCalls.length > 0)
    return `${measured} Tokens of tool calls are not in it: they arrive in one piece.`
  return measured
}

/** Reads N(t) for rising t in one pass over the column. */
class Reader {
  readonly #points: readonly number[]
  #at = 0

  constructor({ points }: Arrivals) {
    this.#points = points
  }

  totalAt(ms: number): number {
    const points = this.#points
    while (this.#at + 2 < points.length && (points[this.#at + 2] ?? 0) <= ms) this.#at += 2
    const [start = 0, total = 0] = [points[this.#at], points[this.#at + 1]]
    const [end, next] = [points[this.#at + 2], points[this.#at + 3]]
    if (end === undefined || next === undefined || ms <= start) return total
    return total + ((next - total) * (ms - start)) / (end - start)
  }
}
