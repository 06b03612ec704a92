import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { Figure } from '../../shared/metrics/figures.ts'
import { COMPARED, type ComparedFigure, type TurnSummary } from '../../shared/metrics/turn-summary.ts'

/** One figure of two turns. */
export interface ComparedRow {
  readonly id: ComparedFigure
  readonly label: string
  readonly unit: string
  readonly a: Figure | null
  readonly b: Figure | null
  /** B ÷ A; null unless both are there and A is more than nothing. */
  readonly ratio: number | null
  /** Whether the two come from different sources, and the ratio is to be read with care. */
  readonly mixed: boolean
}

const LABELS: Readonly<Record<ComparedFigure, readonly [label: string, unit: string]>> = {
  tokens: ['Tokens', ''],
  promptTokens: ['Prompt tokens', ''],
  contextTokens: ['Context', 'tokens'],
  decodeRate: ['Decode rate', 'tok/s'],
  timeToFirstToken: ['Time to first token', ''],
  prefillRate: ['Prefill rate', 'tok/s'],
  energyPerToken: ['Energy per token', 'J'],
  gpuEnergy: ['GPU energy', 'J'],
  gpuPowerAvg: ['Average GPU power', 'W'],
  gpuPowerPeak: ['Peak GPU power', 'W'],
}

/** The figures that at least one of two turns has, side by side. */
export function comparedRows(a: TurnSummary, b: TurnSummary): ComparedRow[] {
  return COMPARED.flatMap((id) => {
    const [left, right] = [a[id], b[id]]
    if (left === null && right === null) return []
    const [label, unit] = LABELS[id]
    const both = left !== null && right !== null
    return [
      {
        id,
        label,
        unit,
        a: left,
        b: right,
        ratio: both && left.value > 0 ? right.value / left.value : null,
        mixed: both && left.source !== right.source,
      },
    ]
  })
}

/** A setting that two turns do not share. */
export interface Difference {
  readonly label: string
  readonly a: string
  readonly b: string
}

/** What two replies were asked with that differs, so that a difference of figures can be explained. */
export function differences(a: ReplyMessage, b: ReplyMessage): Difference[] {
  const [left, right] = [settingsOf(a), settingsOf(b)]
  return left.flatMap(([label, value], index) => {
    const other = right[index]?.[1] ?? ''
    return value === other ? [] : [{ label, a: value, b: other }]
  })
}

/** The same labels in the same order, whatever is set. */
function settingsOf({ request, turn }: ReplyMessage): (readonly [label: string, value: string])[] {
  const { sampling } = request
  const left = (value: number | null) => (value === null ? 'left to the server' : String(value))
  return [
    ['Model', turn.model || request.model || 'unknown'],
    ['Server', request.demo ? `${request.serverName} (demo)` : request.serverName],
    ['Address', request.baseUrl],
    ['Chip', turn.profile?.chip ?? 'not said'],
    ['Thinking', request.thinking === 'default' ? 'left to the server' : request.thinking],
    ['Temperature', left(sampling.temperature)],
    ['Top p', left(sampling.topP)],
    ['Top k', left(sampling.topK)],
    ['Min p', left(sampling.minP)],
    ['Most tokens', left(sampling.maxTokens)],
    ['Seed', left(sampling.seed)],
    ['Stop words', sampling.stop.length === 0 ? 'none' : sampling.stop.map((word) => `“${word}”`).join(', ')],
    ['System prompt', promptWords(request.systemPrompt)],
    ['Profile', request.profile === 'busy' ? 'none: the sampler was in use' : request.profile],
    ['Cached prompt tokens', String(turn.usage?.cachedTokens ?? 'not said')],
  ]
}

/** Short enough for a line, and never the same for two that differ. */
function promptWords(prompt: string | undefined): string {
  if (!prompt) return 'none'
  const words = prompt.length > 40 ? `${prompt.slice(0, 40)}…` : prompt
  let hash = 0
  for (const char of prompt) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) | 0
  return `“${words}” (${prompt.length} characters, #${(hash >>> 0).toString(16)})`
}
