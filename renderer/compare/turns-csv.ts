import { COMPARED, type ComparedFigure, type TurnSummary } from '../../shared/metrics/turn-summary.ts'

/** Column names with their units; each figure's source stands in the column after it. */
const FIGURE_HEADINGS: Readonly<Record<ComparedFigure, string>> = {
  tokens: 'tokens',
  promptTokens: 'prompt_tokens',
  contextTokens: 'context_tokens',
  decodeRate: 'decode_tok_s',
  timeToFirstToken: 'time_to_first_token_s',
  prefillRate: 'prefill_tok_s',
  energyPerToken: 'energy_per_token_j',
  gpuEnergy: 'gpu_energy_j',
  gpuPowerAvg: 'gpu_power_avg_w',
  gpuPowerPeak: 'gpu_power_peak_w',
}

/**
 * Turns as CSV (RFC 4180, CRLF), in the given order, one row each: numbers at full precision, an empty cell
 * for a figure that is not there. Text that a spreadsheet would take for a formula gets an apostrophe
 * before it: titles and models' names come from anywhere.
 */
export function turnsCsv(turns: readonly TurnSummary[]): string {
  const headings = [
    'time',
    'conversation',
    'model',
    'server',
    'demo',
    'end',
    ...COMPARED.flatMap((key) => [FIGURE_HEADINGS[key], `${FIGURE_HEADINGS[key]}_source`]),
    'chip',
    'no_energy_reason',
    'reply_id',
  ]
  const rows = turns.map((turn) => [
    new Date(turn.createdAtMs).toISOString(),
    text(turn.conversationTitle),
    text(turn.model),
    text(turn.serverName),
    turn.demo ? 'yes' : 'no',
    turn.stopped ? 'stopped' : turn.end,
    ...COMPARED.flatMap((key) => {
      const figure = turn[key]
      return figure ? [String(figure.value), figure.source] : ['', '']
    }),
    text(turn.chip ?? ''),
    text(turn.noEnergyReason ?? ''),
    text(turn.replyId),
  ])
  return [headings, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

function text(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
