import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gpuEnergyBetweenJ, gpuEnergyJ } from '../../../shared/metrics/energy.ts'
import type { ProfileSample } from '../../../shared/stream/profile.ts'

const at = (t: number, gpuPowerW?: number): ProfileSample => ({
  t,
  ...(gpuPowerW !== undefined && { gpuPowerW }),
})

describe('hand-computed', () => {
  // 10 W → 20 W over 1 s is 15 J; 20 W for 2 s is 40 J.
  const samples = [at(0, 10), at(1, 20), at(3, 20)]

  it('sums trapezoids from the first sample to the last, in any order', () => {
    expect(gpuEnergyJ(samples)).toBe(55)
    expect(gpuEnergyJ([...samples].reverse())).toBe(55)
  })

  it('interpolates at the ends of a span', () => {
    // From 0.5 s (15 W) to 1 s: 8.75 J; 1 s to 2 s: 20 J.
    expect(gpuEnergyBetweenJ(samples, 0.5, 2)).toBe(28.75)
  })

  it('holds the outermost reading for as long as one may speak for', () => {
    // AFM's first sample comes at 0.1 s: 0.1 s of 10 W before it.
    const afm = [at(0.1, 10), at(0.4, 10), at(0.7, 20), at(1, 20)]
    expect(gpuEnergyBetweenJ(afm, 0, 1.2)).toBeCloseTo(1 + 3 + 4.5 + 6 + 4, 10)
  })

  it('gives none for fewer than two readings, or an empty span', () => {
    expect(gpuEnergyJ([])).toBeNull()
    expect(gpuEnergyJ([at(1, 20)])).toBeNull()
    expect(gpuEnergyJ([at(1, 20), at(2)])).toBeNull()
    expect(gpuEnergyBetweenJ([at(0, 20)], 0, 0.2)).toBeNull()
    expect(gpuEnergyBetweenJ(samples, 1, 1)).toBeNull()
    expect(gpuEnergyBetweenJ(samples, 2, 1)).toBeNull()
    expect(gpuEnergyBetweenJ(samples, Number.NaN, 1)).toBeNull()
  })

  it('leaves out negative powers, which are no readings', () => {
    expect(gpuEnergyJ([at(0, 10), at(1, -5), at(2, 10)])).toBe(20)
  })

  it('gives none where the samples do not cover the span', () => {
    const seconds = Array.from({ length: 11 }, (_, n) => at(n * 0.3, 20))
    expect(gpuEnergyBetweenJ(seconds, 0, 3)).toBeCloseTo(60)
    expect(gpuEnergyBetweenJ(seconds, -1, 3)).toBeNull()
    expect(gpuEnergyBetweenJ(seconds, 0, 4)).toBeNull()
    const withHole = seconds.filter(({ t }) => t < 0.7 || t > 2.6)
    expect(gpuEnergyBetweenJ(withHole, 0, 3)).toBeNull()
    expect(gpuEnergyBetweenJ(withHole, 0, 0.6)).toBeCloseTo(12)
  })
})

/** Samples that cover 0 to `lengthS`: random powers at steps of at most the bridged gap. */
const covered = fc.array(
  fc.record({
    step: fc.double({ min: 0.01, max: 1, noNaN: true }),
    w: fc.double({ min: 0, max: 200, noNaN: true }),
  }),
  { minLength: 2, maxLength: 60 },
)
const build = (steps: readonly { step: number; w: number }[]): ProfileSample[] => {
  let t = -1
  return steps.map(({ step, w }, n) => {
    t = n === 0 ? 0 : t + step
    return at(t, w)
  })
}
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })

describe('laws', () => {
  it('energy is additive over a split', () => {
    fc.assert(
      fc.property(covered, share, (steps, part) => {
        const samples = build(steps)
        const end = samples.at(-1)?.t ?? 0
        const whole = gpuEnergyBetweenJ(samples, 0, end)
        const left = gpuEnergyBetweenJ(samples, 0, end * part)
        const right = gpuEnergyBetweenJ(samples, end * part, end)
        if (left === null || right === null || whole === null) throw new Error('covered spans have an energy')
        expect(left + right).toBeCloseTo(whole, 6)
      }),
    )
  })

  it('a constant power is the same energy however it is sampled', () => {
    fc.assert(
      fc.property(covered, fc.double({ min: 0, max: 200, noNaN: true }), (steps, powerW) => {
        const samples = build(steps.map(({ step }) => ({ step, w: powerW })))
        const end = samples.at(-1)?.t ?? 0
        expect(gpuEnergyJ(samples)).toBeCloseTo(powerW * end, 6)
        expect(gpuEnergyBetweenJ(samples, 0, end)).toBeCloseTo(powerW * end, 6)
      }),
    )
  })

  it('energy is never negative, not a number, or more than the peak allows, whatever comes', () => {
    const wild = fc.record(
      {
        t: fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        gpuPowerW: fc.double({ noNaN: true, min: -500, max: 500 }),
      },
      { requiredKeys: ['t'] },
    )
    fc.assert(
      fc.property(
        fc.array(wild),
        fc.double({ min: -10, max: 10 }),
        fc.double({ min: -10, max: 10 }),
        (samples, from, to) => {
          const whole = gpuEnergyJ(samples)
          const part = gpuEnergyBetweenJ(samples, from, to)
          if (whole !== null) expect(whole).toBeGreaterThanOrEqual(0)
          if (part === null) return
          const peak = Math.max(...samples.map(({ gpuPowerW }) => gpuPowerW ?? 0))
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(peak * (to - from) + 1e-6)
        },
      ),
    )
  })
})
