import type { StopCause } from './cancellations.ts'
import type { DemoModel } from './models.ts'
import { paceTokens, sleep } from './pacing.ts'
import { joinText, type Plan } from './plan.ts'
import { type ProfileWanted, profileEvent, type ReplyCourse, round } from './profile.ts'
import { type ChatRequest, renderAnswered, renderPrompt } from './request.ts'
import type { DemoState } from './state.ts'
import { countTokens } from './tokens.ts'

/** Prompt tokens the double pretends to prefill in a second, and the least a prefill takes. */
const PREFILL_TOK_S = 600
const MIN_PREFILL_MS = 120
/** What loading a model takes. */
const LOAD_MS = 800

/** A request that was accepted. */
export interface Job {
  readonly request: ChatRequest
  readonly model: DemoModel
  readonly plan: Plan
  readonly profile: ProfileWanted
  readonly signal: AbortSignal
}

/** What came of a job. Times are real elapsed ones. */
export interface Outcome {
  /** Null when the reply reached its own end. */
  readonly stoppedBy: StopCause | null
  readonly emitted: number
  readonly usage: object
  readonly timings: object
  readonly profile: object | null
}

/**
 * "Generates" a planned reply: loads the model, prefills, then hands out tokens at the server's rate.
 * Never rejects for an abort; when it returns, no timer of the job is left and the counters are settled.
 */
export async function generate(
  state: DemoState,
  job: Job,
  emit: (from: number, to: number) => Promise<void>,
): Promise<Outcome> {
  const { model, signal, plan } = job
  const { metrics } = state
  const prompt = renderPrompt(job.request)
  const promptTokens = countTokens(prompt)
  const cachedTokens = state.prefixes.cachedTokens(model.id, prompt, promptTokens)
  const prefilledTokens = promptTokens - cachedTokens
  const acceptedAtMs = performance.now()
  const hasSampler = job.profile !== null && model.backend === 'mlx' && !state.samplerBusy
  if (hasSampler) state.samplerBusy = true
  metrics.begin()
  metrics.heldTokens += promptTokens
  let emitted = 0
  try {
    if (!state.models.isLoaded(model)) {
      await sleep(LOAD_MS, signal)
      if (!signal.aborted) state.models.markLoaded(model)
    }
    const prefillAtMs = performance.now()
    await sleep(Math.max(MIN_PREFILL_MS, (prefilledTokens / PREFILL_TOK_S) * 1000), signal)
    const decodeAtMs = performance.now()
    if (!signal.aborted) metrics.promptTokens += prefilledTokens
    const counted = async (from: number, to: number) => {
      if (from === 0) metrics.timeToFirstTokenS.observe((performance.now() - acceptedAtMs) / 1000)
      emitted = to
      metrics.generationTokens += to - from
      metrics.heldTokens += to - from
      await emit(from, to)
    }
    await paceTokens(signal.aborted ? 0 : plan.tokens.length, state.rateTokS, counted, signal)
    const endedAtMs = performance.now()
    const course = {
      model,
      promptTokens,
      prefilledTokens,
      completionTokens: emitted,
      prefillMs: decodeAtMs - prefillAtMs,
      decodeMs: endedAtMs - decodeAtMs,
    }
    if (emitted > 0) metrics.decodeTimeS.observe(course.decodeMs / 1000)
    if (!signal.aborted) {
      state.prefixes.remember(model.id, renderAnswered(prompt, joinText(plan.tokens, 'content')))
    }
    return {
      stoppedBy: signal.aborted ? (signal.reason as StopCause) : null,
      emitted,
      usage: usageOf(course, cachedTokens),
      timings: timingsOf(course),
      profile: profileEvent(job.profile, course, hasSampler),
    }
  } finally {
    metrics.requestTimeS.observe((performance.now() - acceptedAtMs) / 1000)
    metrics.heldTokens -= promptTokens + emitted
    metrics.end()
    if (hasSampler) state.samplerBusy = false
  }
}

/** OpenAI's counts and AFM's extras; times in seconds. */
function usageOf(course: ReplyCourse, cachedTokens: number): object {
  const { promptTokens, completionTokens, prefilledTokens, prefillMs, decodeMs, model } = course
  const kvGib = ((promptTokens + completionTokens) * model.kvBytesPerToken) / 2 ** 30
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    prompt_time: round(prefillMs / 1000, 3),
    completion_time: round(decodeMs / 1000, 3),
    total_time: round((prefillMs + decodeMs) / 1000, 3),
    prompt_tokens_per_second: round((prefilledTokens * 1000) / prefillMs, 2),
    completion_tokens_per_second: decodeMs > 0 ? round((completionTokens * 1000) / decodeMs, 2) : 0,
    ...(model.weightsGib > 0 && { peak_memory_gib: round(model.weightsGib + kvGib + 0.7, 2) }),
  }
}

/** llama.cpp's clock: the prompt tokens really prefilled, and ms. */
function timingsOf(course: ReplyCourse): object {
  return {
    prompt_n: course.prefilledTokens,
    prompt_ms: course.prefillMs,
    predicted_n: course.completionTokens,
    predicted_ms: course.decodeMs,
  }
}
