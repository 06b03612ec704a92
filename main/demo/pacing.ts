import { setTimeout as delay } from 'node:timers/promises'

/** The shortest sleep between two emissions; at high rates several tokens leave together. */
const MIN_TICK_MS = 4

/** Waits, or returns early when the signal aborts. Leaves no timer behind. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch {
    // Aborted: the caller looks at the signal.
  }
}

/**
 * Emits `count` tokens at the given rate, each after its own interval, and returns how many were emitted when they
 * are all out or the signal aborts. `emit(from, to)` gets each run of tokens that is due.
 *
 * Tokens are due by an absolute schedule, so that late timers do not slow the rate. Time that `emit`
 * spent waiting for a slow reader moves the schedule: such a stall ends without a burst.
 */
export async function paceTokens(
  count: number,
  rateTokS: number,
  emit: (from: number, to: number) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const tokensPerMs = rateTokS / 1000
  let startedAtMs = performance.now()
  let sent = 0
  while (sent < count) {
    const dueInMs = startedAtMs + (sent + 1) / tokensPerMs - performance.now()
    if (dueInMs > 0) await sleep(Math.max(MIN_TICK_MS, Math.ceil(dueInMs)), signal)
    if (signal.aborted) return sent
    const nowMs = performance.now()
    const due = Math.min(count, Math.floor((nowMs - startedAtMs) * tokensPerMs))
    if (due <= sent) continue
    await emit(sent, due)
    sent = due
    startedAtMs += performance.now() - nowMs
  }
  return sent
}
