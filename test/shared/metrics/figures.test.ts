import { describe, expect, it } from 'vitest'
import { type Figure, type Figures, figuresOf } from '../../../shared/metrics/figures.ts'
import { isFoundationModel } from '../../../shared/metrics/power-figures.ts'
import { newTurn } from '../../../shared/stream/turn.ts'
import { constantSamples, turnWith } from './turns.ts'

const said = (figure: Figure | null) => figure && [figure.value, figure.unit, figure.source]

describe('rates and counts', () => {
  it('decode rate is (n − 1) / (last − first), with the server’s n', () => {
    // 11 deltas over 1 s; the server counted 21 tokens: 20 / 1 s.
    expect(said(figuresOf(turnWith({ usage: { completionTokens: 21 } })).decodeRate)).toEqual([
      20,
      'tok/s',
      'measured',
    ])
    expect(said(figuresOf(turnWith({})).decodeRate)).toEqual([10, 'tok/s', 'measured'])
    expect(said(figuresOf(turnWith({ profile: { decodeTokS: 87.3 } })).decodeRate)).toEqual([
      87.3,
      'tok/s',
      'server',
    ])
  })

  it('one token, or one piece, has no rate', () => {
    expect(figuresOf(turnWith({ tokens: 1 })).decodeRate).toBeNull()
    expect(figuresOf(turnWith({ tokens: 5, everyMs: 0 })).decodeRate).toBeNull()
    expect(figuresOf(turnWith({ tokens: 0 })).decodeRate).toBeNull()
  })

  it('prefill rate is prompt tokens over the prompt time, and none for a time of 0', () => {
    const timings = { promptTokens: 600, promptMs: 400 }
    expect(said(figuresOf(turnWith({ timings })).prefillRate)).toEqual([1500, 'tok/s', 'server'])
    expect(figuresOf(turnWith({ timings: { promptTokens: 600, promptMs: 0 } })).prefillRate).toBeNull()
  })

  it('counts, first token, reasoning time, and the context window’s share', () => {
    const usage = { promptTokens: 1000, completionTokens: 11, totalTokens: 1011, cachedTokens: 200 }
    const figures = figuresOf(turnWith({ usage, reasoningTokens: 5 }), { windowTokens: 4044 })
    expect(said(figures.timeToFirstToken)).toEqual([0.5, 's', 'measured'])
    expect(said(figures.reasoningTime)).toEqual([0.4, 's', 'measured'])
    expect(said(figures.tokens)).toEqual([11, 'tokens', 'server'])
    expect(said(figures.cachedTokens)).toEqual([200, 'tokens', 'server'])
    expect(said(figures.contextTokens)).toEqual([1011, 'tokens', 'server'])
    expect(said(figures.contextShare)).toEqual([25, '%', 'estimated'])
    expect(figuresOf(turnWith({ usage })).contextShare).toBeNull()
    expect(said(figuresOf(turnWith({})).tokens)).toEqual([11, 'tokens', 'estimated'])
  })

  it('memory is split into weights, KV and rest; bandwidth is a share of the theoretical', () => {
    const profile = {
      memoryWeightsGib: 18.2,
      memoryKvGib: 3.1,
      memoryPeakGib: 21.9,
      estBandwidthGbs: 268,
      theoreticalBwGbs: 800,
    }
    const figures = figuresOf(turnWith({ profile }))
    expect(figures.memoryRest?.value).toBeCloseTo(0.6)
    expect(said(figures.bandwidthShare)).toEqual([33.5, '%', 'estimated'])
    const small = { ...profile, memoryPeakGib: 20, theoreticalBwGbs: 0 }
    expect(figuresOf(turnWith({ profile: small })).memoryRest).toBeNull()
    expect(figuresOf(turnWith({ profile: small })).bandwidthShare).toBeNull()
  })
})

describe('energy', () => {
  // Prefill 0.4 s before the first token, then 1 s to the last: 1.4 s of generation.
  const usage = { promptTokens: 100, completionTokens: 14 }
  const timings = { promptMs: 400 }

  it('integrates AFM’s samples over prefill and decoding', () => {
    const figures = figuresOf(turnWith({ usage, timings, samples: constantSamples(20, 1.4) }))
    expect(figures.gpuEnergy?.value).toBeCloseTo(28)
    expect(figures.gpuEnergyWh?.value).toBeCloseTo(28 / 3600)
    expect(figures.energyPerToken?.value).toBeCloseTo(2)
    expect(figures.gpuPowerAvg?.value).toBeCloseTo(20)
    expect(said(figures.gpuPowerPeak)).toEqual([20, 'W', 'measured'])
    expect(figures.noEnergyReason).toBeNull()
  })

  it('prefers AFM’s own average and peak', () => {
    const profile = { gpuPowerAvgW: 19.5, gpuPowerPeakW: 24.1 }
    const figures = figuresOf(turnWith({ usage, timings, profile, samples: constantSamples(20, 1.4) }))
    expect(said(figures.gpuPowerAvg)).toEqual([19.5, 'W', 'server'])
    expect(said(figures.gpuPowerPeak)).toEqual([24.1, 'W', 'server'])
  })

  it('gives none, and says why, when the samples do not cover the reply', () => {
    const figures = figuresOf(turnWith({ tokens: 51, usage, timings, samples: constantSamples(20, 1.4) }))
    expect(figures.gpuEnergy).toBeNull()
    expect(figures.energyPerToken).toBeNull()
    expect(figures.noEnergyReason).toMatch(/do not cover the whole reply/)
  })

  it('without a prefill time the samples must at least span the decoding', () => {
    expect(figuresOf(turnWith({ usage, samples: constantSamples(20, 1.4) })).gpuEnergy?.value).toBeCloseTo(
      20 * 1.3,
    )
    expect(figuresOf(turnWith({ tokens: 31, usage, samples: constantSamples(20, 1.4) })).gpuEnergy).toBeNull()
  })

  it('no tokens counted by the server, no energy per token', () => {
    const figures = figuresOf(turnWith({ timings, samples: constantSamples(20, 1.4) }))
    expect(figures.gpuEnergy?.value).toBeCloseTo(28)
    expect(figures.energyPerToken).toBeNull()
  })

  it('takes what was measured on this Mac when AFM sent no samples', () => {
    // On the turn's clock: 30 W every half second from 0.25 s on; the generation is 0.1 s to 1.5 s.
    const live = [0.25, 0.75, 1.25].map((t) => ({ t, gpuPowerW: 30 }))
    const more = [{ type: 'power' as const, atMs: 1300, source: 'macmon' as const, samples: live }]
    const figures = figuresOf(turnWith({ usage, timings, more }))
    expect(figures.gpuEnergy?.value).toBeCloseTo(42)
    expect(figures.gpuEnergy?.note).toContain('macmon')
    expect(said(figures.gpuPowerPeak)).toEqual([30, 'W', 'measured'])
  })

  it('shows no power for the Foundation model, and says why', () => {
    const more = [
      { type: 'power' as const, atMs: 1300, source: 'macmon' as const, samples: constantSamples(9, 2) },
    ]
    const figures = figuresOf(turnWith({ model: 'foundation', usage, timings, more }))
    expect(figures.gpuEnergy).toBeNull()
    expect(figures.gpuPowerAvg).toBeNull()
    expect(figures.noEnergyReason).toMatch(/Neural Engine/)
    expect(['foundation', 'demo/foundation', 'apple-foundation-model'].every(isFoundationModel)).toBe(true)
    expect(['mlx-community/foundation-7b', 'Qwen'].some(isFoundationModel)).toBe(false)
  })
})

it('a turn that has only begun has no figure at all, and none is ever zero for want of input', () => {
  const { noEnergyReason, ...figures }: Figures = figuresOf(newTurn('t'))
  expect(noEnergyReason).toBeNull()
  expect(Object.values(figures).every((figure) => figure === null)).toBe(true)
})
