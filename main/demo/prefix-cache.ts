import { countTokens } from './tokens.ts'

/** How many conversations' ends are remembered. */
const ENTRIES = 16
/** A shorter common beginning is not worth a cache entry. */
const MIN_SHARED_TOKENS = 16

/**
 * What the double has "in its KV cache": the texts of the last conversations. A prompt that continues one
 * of them reports the shared beginning as cached tokens and prefills only the rest, as AFM's radix cache.
 */
export class PrefixCache {
  #entries: { readonly model: string; readonly text: string }[] = []
  hits = 0
  misses = 0

  /** How many tokens at the beginning of the prompt are known; always leaves one to compute. */
  cachedTokens(model: string, prompt: string, promptTokens: number): number {
    let shared = 0
    for (const entry of this.#entries) {
      if (entry.model === model) shared = Math.max(shared, sharedChars(entry.text, prompt))
    }
    const tokens = Math.min(countTokens(prompt.slice(0, shared)), promptTokens - 1)
    const hit = tokens >= MIN_SHARED_TOKENS
    if (hit) this.hits += 1
    else this.misses += 1
    return hit ? tokens : 0
  }

  /** Remembers a prompt and what was answered to it. */
  remember(model: string, text: string): void {
    this.#entries = [{ model, text }, ...this.#entries.slice(0, ENTRIES - 1)]
  }
}

function sharedChars(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
