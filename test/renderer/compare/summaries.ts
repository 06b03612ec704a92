import type { Figure } from '../../../shared/metrics/figures.ts'
import type { TurnSummary } from '../../../shared/metrics/turn-summary.ts'

/** A turn without any figure, and what a test says of it. */
export function summary(replyId: string, more: Partial<TurnSummary> = {}): TurnSummary {
  return {
    replyId,
    conversationId: 'c',
    conversationTitle: 'A chat',
    createdAtMs: 1000,
    model: 'm',
    serverName: 'AFM on this Mac',
    demo: false,
    chip: null,
    end: 'done',
    stopped: false,
    tokens: null,
    promptTokens: null,
    contextTokens: null,
    decodeRate: null,
    timeToFirstToken: null,
    prefillRate: null,
    energyPerToken: null,
    gpuEnergy: null,
    gpuPowerAvg: null,
    gpuPowerPeak: null,
    noEnergyReason: null,
    ...more,
  }
}

export function figure(
  value: number,
  unit: Figure['unit'] = 'tok/s',
  source: Figure['source'] = 'server',
): Figure {
  return { value, unit, source, note: 'A note.' }
}
