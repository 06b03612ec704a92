import { asNumber, asObject, type JsonObject } from './json.ts'

/** Token counts as the server reports them. What the server left out is left out. */
export interface Usage {
  readonly promptTokens?: number
  readonly completionTokens?: number
  readonly totalTokens?: number
  /** Prompt tokens the server took from its prefix cache. */
  readonly cachedTokens?: number
}

/**
 * The server's own clock on a turn: llama.cpp's `timings` and AFM's extras beside `usage`.
 * AFM of March 2026 reports a prompt time of 0 and counts prefill into the completion time, so these
 * are only evidence for a rate when the prompt time is above 0 (see shared/metrics/figures.ts).
 */
export interface ServerTimings {
  readonly promptTokens?: number
  readonly promptMs?: number
  readonly predictedTokens?: number
  readonly predictedMs?: number
  /** Process memory at its peak, GiB. */
  readonly peakMemoryGib?: number
}

/** Reads an OpenAI-shaped `usage` object; undefined when it holds no count. */
export function readUsage(value: unknown): Usage | undefined {
  const source = asObject(value)
  if (!source) return undefined
  const usage = withoutUndefined({
    promptTokens: asNumber(source.prompt_tokens),
    completionTokens: asNumber(source.completion_tokens),
    totalTokens: asNumber(source.total_tokens),
    cachedTokens: asNumber(asObject(source.prompt_tokens_details)?.cached_tokens),
  })
  return Object.keys(usage).length > 0 ? usage : undefined
}

/** Reads `timings` (llama.cpp, AFM) and AFM's seconds inside `usage`; undefined when neither is there. */
export function readTimings(chunk: JsonObject): ServerTimings | undefined {
  const timings = asObject(chunk.timings)
  const usage = asObject(chunk.usage)
  const read = withoutUndefined({
    promptTokens: asNumber(timings?.prompt_n) ?? asNumber(usage?.prompt_tokens),
    promptMs: asNumber(timings?.prompt_ms) ?? toMs(asNumber(usage?.prompt_time)),
    predictedTokens: asNumber(timings?.predicted_n) ?? asNumber(usage?.completion_tokens),
    predictedMs: asNumber(timings?.predicted_ms) ?? toMs(asNumber(usage?.completion_time)),
    peakMemoryGib: asNumber(usage?.peak_memory_gib),
  })
  return 'promptMs' in read || 'predictedMs' in read || 'peakMemoryGib' in read ? read : undefined
}

const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** The record without its undefined entries, so that "left out" stays distinguishable from a value. */
export function withoutUndefined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {}
  for (const key in record) if (record[key] !== undefined) kept[key] = record[key]
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> }
}
