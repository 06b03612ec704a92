/** Arrivals of the last second, for a rate that is measured while the reply streams. */
export interface RateWindow {
  /** When the first token of the turn arrived, ms since the request was sent; null before it. */
  readonly firstAtMs: number | null
  readonly arrivals: readonly { readonly atMs: number; readonly deltas: number }[]
}

/** The length of the sliding window, ms. */
export const RATE_WINDOW_MS = 1000
/** Below this a rate would only be noise. */
const SHORTEST_SPAN_MS = 200

/** A window before the first token. */
export const EMPTY_RATE_WINDOW: RateWindow = Object.freeze({ firstAtMs: null, arrivals: [] })

/** The window after `deltas` more tokens arrived at `atMs`; older arrivals than a second are dropped. */
export function addArrival(window: RateWindow, atMs: number, deltas: number): RateWindow {
  if (deltas <= 0) return window
  const kept = window.arrivals.filter((arrival) => arrival.atMs > atMs - RATE_WINDOW_MS)
  return { firstAtMs: window.firstAtMs ?? atMs, arrivals: [...kept, { atMs, deltas }] }
}

/**
 * Tokens a second over the last second, or over the time since the first token where that is shorter;
 * the first arrival opens the span and is not counted in it. Null while the span is too short to mean
 * anything. Falls to 0 when nothing arrives for a second, which is a true reading of a stalled stream.
 */
export function rateAt(window: RateWindow, nowMs: number): number | null {
  if (window.firstAtMs === null) return null
  const fromMs = Math.max(nowMs - RATE_WINDOW_MS, window.firstAtMs)
  const spanMs = nowMs - fromMs
  if (spanMs < SHORTEST_SPAN_MS) return null
  let deltas = 0
  for (const arrival of window.arrivals) {
    if (arrival.atMs > fromMs && arrival.atMs <= nowMs) deltas += arrival.deltas
  }
  return deltas / (spanMs / 1000)
}
