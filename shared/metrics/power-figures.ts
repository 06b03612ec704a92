import type { ProfileSample } from '../stream/profile.ts'
import type { Turn } from '../stream/turn.ts'
import { alignSamples } from './alignment.ts'
import { gpuEnergyBetweenJ } from './energy.ts'
import { type Figure, fromServer } from './figure.ts'
import { powerPoints } from './power-samples.ts'

/** The figures that come from GPU power. */
export interface PowerFigures {
  readonly gpuEnergy: Figure | null
  readonly gpuEnergyWh: Figure | null
  readonly energyPerToken: Figure | null
  readonly gpuPowerAvg: Figure | null
  readonly gpuPowerPeak: Figure | null
  /** Why there is no energy though one might expect it; null when there is one, or nothing to explain. */
  readonly noEnergyReason: string | null
}

/** Power samples of a turn, the span of the reply on their clock, and where they come from. */
interface Measured {
  readonly samples: readonly ProfileSample[]
  readonly fromS: number
  readonly toS: number
  readonly who: string
}

/**
 * Energy, energy per token, average and peak power of a turn.
 *
 *     energy (J)       = ∫ GPU power dt, trapezoids over the samples, from the start of the generation to
 *                        the last token; only when the samples cover that span (shared/metrics/energy.ts)
 *     energy (Wh)      = J / 3600
 *     J per token      = energy / completion tokens, as counted by the server; prefill is in it
 *     average (W)      = AFM's own, else energy / span
 *     peak (W)         = AFM's own, else the highest sample in the span
 *
 * Samples: AFM's where it sent them, else what macmon or mactop measured on this Mac.
 * The Foundation model runs on the Neural Engine: GPU power says nothing about it, so nothing is shown.
 */
export function powerFiguresOf(turn: Turn, tokens: Figure | null): PowerFigures {
  if (isFoundationModel(turn.model)) return { ...NONE, noEnergyReason: FOUNDATION_REASON }
  const measured = measuredPower(turn)
  const energyJ = measured && gpuEnergyBetweenJ(measured.samples, measured.fromS, measured.toS)
  const gpuEnergy = measured && energyJ !== null ? energyFigure(energyJ, measured) : null
  return {
    gpuEnergy,
    gpuEnergyWh: gpuEnergy && {
      ...gpuEnergy,
      value: gpuEnergy.value / 3600,
      unit: 'Wh',
      note: `${gpuEnergy.value.toFixed(1)} J / 3600. ${gpuEnergy.note}`,
    },
    energyPerToken: perToken(gpuEnergy, tokens),
    gpuPowerAvg: averageOf(turn, measured, energyJ),
    gpuPowerPeak: peakOf(turn, measured),
    noEnergyReason: gpuEnergy ? null : reasonFor(measured),
  }
}

const NONE: PowerFigures = {
  gpuEnergy: null,
  gpuEnergyWh: null,
  energyPerToken: null,
  gpuPowerAvg: null,
  gpuPowerPeak: null,
  noEnergyReason: null,
}

const FOUNDATION_REASON =
  'Apple’s Foundation model runs on the Neural Engine, where GPU power says nothing about its energy.'

/** Whether a reply is Apple's Foundation model's, by the name AFM gives it. */
export function isFoundationModel(model: string): boolean {
  return /(^|\/)(apple[-_ ]?)?foundation([-_ ]?models?)?$/i.test(model)
}

/** The samples to integrate, and the reply's span on their clock. Null when there is nothing to span. */
function measuredPower(turn: Turn): Measured | null {
  const { firstTokenAtMs: first, lastTokenAtMs: last } = turn.marks
  if (first === null || last === null) return null
  const { offsetMs } = alignSamples(turn)
  if (powerPoints(turn.samples).length > 0) {
    if (offsetMs !== null)
      return { samples: turn.samples, fromS: 0, toS: (last - offsetMs) / 1000, who: 'AFM’s samples' }
    // Without a prefill time the beginning is unknown here, but AFM's zero is its beginning. Its samples
    // must then span at least the decoding that was seen here.
    const endS = Math.max((last - first) / 1000, powerPoints(turn.samples).at(-1)?.t ?? 0)
    return { samples: turn.samples, fromS: 0, toS: endS, who: 'AFM’s samples' }
  }
  if (turn.livePower === null) return null
  const { source, samples } = turn.livePower
  return { samples, fromS: (offsetMs ?? 0) / 1000, toS: last / 1000, who: `${source}’s samples on this Mac` }
}

function energyFigure(energyJ: number, { fromS, toS, who }: Measured): Figure {
  const note = `GPU power integrated over ${who}, ${(toS - fromS).toFixed(1)} s of prefill and decoding. Not the whole machine’s energy; other work on the GPU is in it.`
  return { value: energyJ, unit: 'J', source: 'estimated', note }
}

function perToken(energy: Figure | null, tokens: Figure | null): Figure | null {
  // A count of deltas may be far from the tokens: a wrong divisor makes a wrong number.
  if (!energy || tokens?.source !== 'server' || tokens.value < 1) return null
  const note = 'GPU energy over the completion tokens the server counted; prefill is in it.'
  return { value: energy.value / tokens.value, unit: 'J/token', source: 'estimated', note }
}

function averageOf(turn: Turn, measured: Measured | null, energyJ: number | null): Figure | null {
  const said = fromServer(turn.profile?.gpuPowerAvgW, 'W', 'Average GPU power, from AFM’s profile.')
  if (said || !measured || energyJ === null) return said
  const note = `GPU energy over its ${(measured.toS - measured.fromS).toFixed(1)} s, from ${measured.who}.`
  return { value: energyJ / (measured.toS - measured.fromS), unit: 'W', source: 'measured', note }
}

function peakOf(turn: Turn, measured: Measured | null): Figure | null {
  const said = fromServer(turn.profile?.gpuPowerPeakW, 'W', 'Peak GPU power, from AFM’s profile.')
  if (said || !measured) return said
  let value = Number.NEGATIVE_INFINITY
  for (const { t, powerW } of powerPoints(measured.samples))
    if (t >= measured.fromS && t <= measured.toS) value = Math.max(value, powerW)
  if (value < 0) return null
  return { value, unit: 'W', source: 'measured', note: `The highest of ${measured.who}.` }
}

function reasonFor(measured: Measured | null): string | null {
  return (
    measured &&
    `No GPU energy: ${measured.who} do not cover the whole reply, and a part of the energy is not the energy.`
  )
}
