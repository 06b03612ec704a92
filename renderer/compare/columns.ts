import type { Figure } from '../../shared/metrics/figures.ts'
import type { ComparedFigure, TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { formatCount, formatSeconds, formatValue } from '../ui/format.ts'

export type ColumnId =
  | 'when'
  | 'conversation'
  | 'model'
  | Extract<
      ComparedFigure,
      'tokens' | 'contextTokens' | 'decodeRate' | 'timeToFirstToken' | 'energyPerToken' | 'gpuPowerAvg'
    >

/** A column of the table of turns. */
export interface Column {
  readonly id: ColumnId
  readonly label: string
  /** What the label leaves out, for a tooltip. */
  readonly title: string
  readonly kind: 'time' | 'text' | 'figure'
}

/** The columns, in the order of the table. */
export const COLUMNS: readonly Column[] = [
  { id: 'when', label: 'When', title: 'When the reply was asked for', kind: 'time' },
  { id: 'conversation', label: 'Conversation', title: 'Where the reply stands', kind: 'text' },
  { id: 'model', label: 'Model', title: 'The model that answered', kind: 'text' },
  { id: 'tokens', label: 'Tokens', title: 'Tokens of the reply', kind: 'figure' },
  { id: 'contextTokens', label: 'Context', title: 'Tokens of prompt and reply together', kind: 'figure' },
  { id: 'decodeRate', label: 'tok/s', title: 'Decode rate, tokens a second', kind: 'figure' },
  {
    id: 'timeToFirstToken',
    label: 'First token',
    title: 'Time from sending to the first token',
    kind: 'figure',
  },
  { id: 'energyPerToken', label: 'J/token', title: 'GPU energy per token of the reply', kind: 'figure' },
  { id: 'gpuPowerAvg', label: 'GPU W', title: 'Average GPU power', kind: 'figure' },
]

export interface Sort {
  readonly column: ColumnId
  readonly descending: boolean
}

/** The turns in the order of a column; those that lack its figure stand last in either direction. */
export function sorted(turns: readonly TurnSummary[], { column, descending }: Sort): TurnSummary[] {
  const sign = descending ? -1 : 1
  return turns.toSorted((a, b) => {
    const [left, right] = [keyOf(a, column), keyOf(b, column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'string' || typeof right === 'string')
      return sign * String(left).localeCompare(String(right), undefined, { numeric: true })
    return sign * (left - right)
  })
}

function keyOf(turn: TurnSummary, column: ColumnId): number | string | null {
  if (column === 'when') return turn.createdAtMs
  if (column === 'conversation') return turn.conversationTitle
  if (column === 'model') return turn.model === '' ? null : turn.model
  return turn[column]?.value ?? null
}

/** A figure as it stands under its reply, its unit in the heading; seconds carry theirs. */
export function figureText({ value, unit }: Figure): string {
  if (unit === 'tokens') return formatCount(value)
  return unit === 's' ? formatSeconds(value) : formatValue(value)
}

/** The model's name as it is shown: the last part of a path, as the models' publishers say little. */
export function modelName(model: string): string {
  return model === '' ? 'Unknown model' : (model.split('/').at(-1) ?? model)
}

/** Short names of models, and whole ones where two would read the same. */
export function modelNames(models: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...models]
  return new Map(
    all.map((model) => {
      const name = modelName(model)
      const alone = all.every((other) => other === model || modelName(other) !== name)
      return [model, alone ? name : model]
    }),
  )
}

/** Why a figure is not there, as far as that is known. */
export function missingReason(turn: TurnSummary, figure: ComparedFigure): string {
  const aboutPower = figure === 'energyPerToken' || figure === 'gpuEnergy' || figure.startsWith('gpuPower')
  if (aboutPower && turn.noEnergyReason !== null) return turn.noEnergyReason
  if (figure === 'energyPerToken' && turn.gpuEnergy !== null)
    return 'Not known: the server did not count the tokens.'
  if (figure === 'contextTokens' || figure === 'promptTokens') return 'Not known: the server sent no usage.'
  return 'Not known of this turn.'
}
