import type { Turn } from '../stream/turn.ts'
import { type Figure, fromServer } from './figure.ts'
import { type PowerFigures, powerFiguresOf } from './power-figures.ts'

export type { Figure } from './figure.ts'

/** A turn's figures. Null where an input is missing: no figure, never a zero. */
export interface Figures extends PowerFigures {
  readonly tokens: Figure | null
  readonly promptTokens: Figure | null
  readonly cachedTokens: Figure | null
  readonly decodeRate: Figure | null
  readonly prefillRate: Figure | null
  readonly timeToFirstToken: Figure | null
  readonly reasoningTime: Figure | null
  readonly bandwidth: Figure | null
  readonly bandwidthShare: Figure | null
  readonly memoryWeights: Figure | null
  readonly memoryKv: Figure | null
  readonly memoryRest: Figure | null
  readonly memoryPeak: Figure | null
  readonly contextTokens: Figure | null
  /** Of the model's window; null when the window is not known. */
  readonly contextShare: Figure | null
}

/** What is known beside the turn. */
export interface FigureContext {
  /** The model's context window in tokens; null or missing when the server does not say. */
  readonly windowTokens?: number | null
}

/** Computes every figure a turn gives. Pure; cheap enough to call once a frame. */
export function figuresOf(turn: Turn, context: FigureContext = {}): Figures {
  const { usage, profile } = turn
  const tokens = tokensOf(turn)
  const contextTokens = contextTokensOf(turn)
  return {
    tokens,
    promptTokens: fromServer(usage?.promptTokens, 'tokens', 'Prompt tokens, as the server counted them.'),
    cachedTokens: fromServer(usage?.cachedTokens, 'tokens', 'Prompt tokens taken from the prefix cache.'),
    decodeRate: decodeRateOf(turn),
    prefillRate: prefillRateOf(turn),
    timeToFirstToken: timeToFirstTokenOf(turn),
    reasoningTime: reasoningTimeOf(turn),
    ...powerFiguresOf(turn, tokens),
    bandwidth: fromServer(profile?.estBandwidthGbs, 'GB/s', 'DRAM bandwidth, estimated by AFM.'),
    bandwidthShare: bandwidthShareOf(turn),
    memoryWeights: fromServer(profile?.memoryWeightsGib, 'GiB', 'The model’s weights, from AFM’s profile.'),
    memoryKv: fromServer(profile?.memoryKvGib, 'GiB', 'The KV cache, from AFM’s profile.'),
    memoryRest: memoryRestOf(turn),
    memoryPeak: fromServer(
      profile?.memoryPeakGib ?? turn.timings?.peakMemoryGib,
      'GiB',
      'Peak memory, as the server reports it.',
    ),
    contextTokens,
    contextShare: contextShareOf(contextTokens, context.windowTokens ?? null),
  }
}

/** Completion tokens: the server's count, else the deltas that arrived, which is only an estimate. */
function tokensOf(turn: Turn): Figure | null {
  const counted = turn.usage?.completionTokens
  if (counted !== undefined)
    return fromServer(counted, 'tokens', 'Completion tokens, as the server counted them.')
  if (turn.deltas === 0) return null
  const note = 'Counted here, one for each delta: the server sent no usage.'
  return { value: turn.deltas, unit: 'tokens', source: 'estimated', note }
}

/**
 * Decode rate, tok/s. AFM's profile says it; else (n − 1) / (last − first), measured here from the first
 * token's arrival to the last one's; else the server's clock, if it kept prefill apart.
 * One token has no rate, and neither has a reply that arrived in one piece.
 */
function decodeRateOf(turn: Turn): Figure | null {
  const said = turn.profile?.decodeTokS
  if (said !== undefined) return fromServer(said, 'tok/s', 'Decode rate, from AFM’s profile.')
  const { firstTokenAtMs, lastTokenAtMs } = turn.marks
  const n = turn.usage?.completionTokens ?? turn.deltas
  if (n > 1 && firstTokenAtMs !== null && lastTokenAtMs !== null && turn.deltas > 1) {
    const seconds = (lastTokenAtMs - firstTokenAtMs) / 1000
    const counted = turn.usage?.completionTokens === undefined ? 'deltas' : 'tokens (the server’s count)'
    const note = `(n − 1) / (last − first), n = ${n} ${counted} over ${seconds.toFixed(2)} s, measured here.`
    if (seconds > 0) return { value: (n - 1) / seconds, unit: 'tok/s', source: 'measured', note }
  }
  const timings = turn.timings
  if (!timings?.predictedMs || !timings.promptMs || !timings.predictedTokens) return null
  const value = timings.predictedTokens / (timings.predictedMs / 1000)
  return fromServer(value, 'tok/s', 'Completion tokens over the server’s own decode time.')
}

/** Prefill rate, tok/s: AFM's profile, else the server's prompt tokens over its prompt time. */
function prefillRateOf(turn: Turn): Figure | null {
  const said = turn.profile?.prefillTokS
  if (said !== undefined) return fromServer(said, 'tok/s', 'Prefill rate, from AFM’s profile.')
  const timings = turn.timings
  if (!timings?.promptMs || !timings.promptTokens) return null
  const value = timings.promptTokens / (timings.promptMs / 1000)
  return fromServer(value, 'tok/s', 'Prompt tokens over the server’s own prompt time.')
}

function timeToFirstTokenOf(turn: Turn): Figure | null {
  const at = turn.marks.firstTokenAtMs
  if (at === null) return null
  const note = 'From sending the request to the first token’s arrival, measured here.'
  return { value: at / 1000, unit: 's', source: 'measured', note }
}

function reasoningTimeOf(turn: Turn): Figure | null {
  const { firstReasoningAtMs, lastReasoningAtMs } = turn.marks
  if (firstReasoningAtMs === null || lastReasoningAtMs === null) return null
  const value = (lastReasoningAtMs - firstReasoningAtMs) / 1000
  if (value <= 0) return null
  return {
    value,
    unit: 's',
    source: 'measured',
    note: 'From the first reasoning token to the last, measured here.',
  }
}

function bandwidthShareOf(turn: Turn): Figure | null {
  const used = turn.profile?.estBandwidthGbs
  const most = turn.profile?.theoreticalBwGbs
  if (used === undefined || most === undefined || most <= 0) return null
  const note = `${used} of the chip’s theoretical ${most} GB/s, both from AFM’s profile.`
  return { value: (used / most) * 100, unit: '%', source: 'estimated', note }
}

function memoryRestOf(turn: Turn): Figure | null {
  const { memoryPeakGib, memoryWeightsGib, memoryKvGib } = turn.profile ?? {}
  if (memoryPeakGib === undefined || memoryWeightsGib === undefined || memoryKvGib === undefined) return null
  const value = memoryPeakGib - memoryWeightsGib - memoryKvGib
  if (value < 0) return null
  return { value, unit: 'GiB', source: 'estimated', note: 'Peak memory less weights and KV cache.' }
}

/** Tokens of the context window in use after the turn: prompt and completion together. */
function contextTokensOf(turn: Turn): Figure | null {
  const { promptTokens, completionTokens, totalTokens } = turn.usage ?? {}
  const sum =
    promptTokens !== undefined && completionTokens !== undefined ? promptTokens + completionTokens : undefined
  return fromServer(totalTokens ?? sum, 'tokens', 'Prompt and completion tokens, as the server counted them.')
}

/** Share of the model's context window in use after the turn, %: context tokens / window. */
function contextShareOf(tokens: Figure | null, windowTokens: number | null): Figure | null {
  if (!tokens || windowTokens === null || windowTokens <= 0) return null
  const note = `${tokens.value} of the model’s window of ${windowTokens} tokens, both as the server says.`
  return { value: (tokens.value / windowTokens) * 100, unit: '%', source: 'estimated', note }
}
