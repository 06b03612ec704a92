import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { type Figure, figuresOf } from '../../shared/metrics/figures.ts'

/** One line of a reply's figures: what, how much, and where the number comes from. */
export interface FigureLine {
  readonly name: string
  readonly value: string
  readonly source: string
}

const SOURCES = { server: 'from the server', measured: 'measured here', estimated: 'estimated' } as const

/** A reply's figures for a transcript; what is not known is left out. */
export function figureLines({ turn }: ReplyMessage): FigureLine[] {
  const figures = figuresOf(turn)
  const rows: readonly (readonly [string, Figure | null])[] = [
    ['Tokens', figures.tokens],
    ['Prompt tokens', figures.promptTokens],
    ['Tokens from the cache', figures.cachedTokens],
    ['Time to first token', figures.timeToFirstToken],
    ['Decode rate', figures.decodeRate],
    ['Prefill rate', figures.prefillRate],
    ['Reasoning time', figures.reasoningTime],
    ['GPU power, average', figures.gpuPowerAvg],
    ['GPU power, peak', figures.gpuPowerPeak],
    ['GPU energy', figures.gpuEnergy],
    ['GPU energy per token', figures.energyPerToken],
    ['Peak memory', figures.memoryPeak],
  ]
  return rows.flatMap(([name, figure]) =>
    figure ? [{ name, value: amountOf(figure), source: SOURCES[figure.source] }] : [],
  )
}

function amountOf({ value, unit }: Figure): string {
  const whole = unit === 'tokens' || Math.abs(value) >= 1000
  return `${whole ? String(Math.round(value)) : String(Number(value.toPrecision(3)))} ${unit}`
}

/** Who answered, as a heading says it. */
export function speakerOf({ turn, request }: ReplyMessage): string {
  return turn.model || request.model || request.serverName || 'Model'
}

/** How a reply ended, where it did not end as it should; null when it did. */
export function endNote({ turn }: ReplyMessage): string | null {
  if (turn.error) return `${turn.error.title}: ${turn.error.message}`
  if (turn.stopped !== null) return 'Stopped.'
  if (turn.end === 'interrupted') return 'Interrupted: the app ended before the reply did.'
  if (turn.end === 'closed') return 'The connection closed before the reply was complete.'
  return null
}

/** A moment as every reader understands it: date and time in UTC. */
export function momentOf(atMs: number): string {
  const date = new Date(atMs)
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The columns of a table of samples. */
export const SAMPLE_COLUMNS = [
  ['s', 't'],
  ['GPU W', 'gpuPowerW'],
  ['GPU %', 'gpuPct'],
  ['DRAM W', 'dramPowerW'],
  ['GB/s', 'bwGbs'],
] as const
