import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignSamples } from '../../../shared/metrics/alignment.ts'
import { marksOf } from '../../../shared/metrics/marks.ts'
import { decodeRateSeries } from '../../../shared/metrics/rate-series.ts'
import { turnSeries } from '../../../shared/metrics/series.ts'
import { seriesCsv } from '../../../shared/metrics/series-csv.ts'
import { constantSamples, turnWith } from './turns.ts'

const toolCall = (atMs: number, name: string) =>
  ({ type: 'toolCall', atMs, slot: 0, index: 0, id: 'c', name, arguments: '{}' }) as const

describe('alignment', () => {
  it('puts the end of AFM’s prefill on the first token that arrived here', () => {
    // First token at 500 ms, 400 ms of prefill: the generation began 100 ms after the send.
    expect(alignSamples(turnWith({ timings: { promptMs: 400 } })).offsetMs).toBe(100)
  })
  it('falls back on the prefill rate over what was not cached', () => {
    const usage = { promptTokens: 500, cachedTokens: 100 }
    const aligned = alignSamples(turnWith({ usage, profile: { prefillTokS: 1000 } }))
    expect(aligned.offsetMs).toBe(100)
    expect(aligned.note).toContain('prefill rate')
  })
  it('says so when nothing tells: a prompt time of 0, or one longer than the wait was here', () => {
    for (const promptMs of [0, 501]) {
      const aligned = alignSamples(turnWith({ timings: { promptMs } }))
      expect(aligned.offsetMs).toBeNull()
      expect(aligned.note).toContain('drawn from the moment of sending')
    }
    expect(alignSamples(turnWith({ tokens: 0, timings: { promptMs: 10 } })).offsetMs).toBeNull()
  })
})

describe('decode rate', () => {
  it('of an even stream is even, from the first token on', () => {
    const rate = decodeRateSeries(turnWith({ tokens: 101, everyMs: 50 }), null)
    expect(rate?.atMs[0]).toBe(700)
    expect(rate?.atMs.at(-1)).toBe(5500)
    for (const value of rate?.tokS ?? []) expect(value).toBeCloseTo(20)
  })

  it('is scaled to the server’s count when the turn has ended, and not while it runs', () => {
    const course = { tokens: 101, everyMs: 50, usage: { completionTokens: 202 } }
    expect(decodeRateSeries(turnWith(course), null)?.tokS[10]).toBeCloseTo(40)
    expect(decodeRateSeries(turnWith({ ...course, end: null }), 5500)?.tokS[10]).toBeCloseTo(20)
  })

  it('is not scaled with tool calls, whose tokens cannot be placed in time', () => {
    const course = { tokens: 101, everyMs: 50, usage: { completionTokens: 202 }, more: [toolCall(5500, 'f')] }
    expect(decodeRateSeries(turnWith(course), null)).toMatchObject({
      factor: 1,
      note: expect.stringContaining('tool calls'),
    })
  })

  it('falls to 0 within a second of a stall, while the turn runs', () => {
    const rate = decodeRateSeries(turnWith({ tokens: 21, everyMs: 50, end: null }), 4000)
    expect(rate?.tokS.at(-1)).toBe(0)
    expect(rate?.tokS[0]).toBeCloseTo(20)
  })

  it('there is none of one token, or of a burst too short to mean anything', () => {
    expect(decodeRateSeries(turnWith({ tokens: 1 }), null)).toBeNull()
    expect(decodeRateSeries(turnWith({ tokens: 3, everyMs: 60 }), null)).toBeNull()
    expect(decodeRateSeries(turnWith({ tokens: 0 }), null)).toBeNull()
  })

  it('law: never negative, and its mean over whole seconds is the tokens that came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.integer({ min: 1, max: 900 }), (tokens, everyMs) => {
        const rate = decodeRateSeries(turnWith({ tokens, everyMs }), null)
        for (const value of rate?.tokS ?? []) expect(value).toBeGreaterThanOrEqual(0)
        const lengthMs = (tokens - 1) * everyMs
        // An even stream: every reading past the first second is its rate, within one bucket's rounding.
        for (const [at, ms] of (rate?.atMs ?? []).entries())
          if (ms > 1500)
            expect(Math.abs((rate?.tokS[at] ?? 0) - 1000 / everyMs)).toBeLessThan(1000 / everyMs / 5 + 1e-6)
        expect(rate?.atMs.at(-1) ?? 500 + lengthMs).toBe(500 + lengthMs)
      }),
    )
  })
})

describe('series', () => {
  it('puts samples and marks on the turn’s clock', () => {
    const turn = turnWith({
      tokens: 31,
      reasoningTokens: 10,
      timings: { promptMs: 400 },
      profile: { theoreticalBwGbs: 800 },
      samples: constantSamples(20, 3.4),
      more: [toolCall(2500, 'run')],
    })
    const series = turnSeries(turn, null)
    expect(series.samples?.source).toBe('AFM')
    expect(series.samples?.atMs.slice(0, 2)).toEqual([200, 500])
    expect(series.samples?.bwGbs?.slice(0, 2)).toEqual([null, 250])
    expect(series.theoreticalBwGbs).toBe(800)
    expect(series.endMs).toBe(3600)
    expect(series.marks.map(({ atMs, label }) => [atMs, label])).toEqual([
      [500, 'First token'],
      [1400, 'End of reasoning'],
      [2500, 'run'],
      [3600, 'Finish'],
    ])
  })

  it('leaves a hole where the sampler was away, and drops quantities nobody measured', () => {
    const samples = [0.1, 0.4, 0.7, 5, 5.3].map((t) => ({ t, gpuPowerW: 10 }))
    const series = turnSeries(turnWith({ samples }), null)
    expect(series.samples?.gpuPowerW).toEqual([10, 10, 10, null, 10, 10])
    expect(series.samples?.gpuPct).toBeNull()
  })

  it('a turn without a profile has its rate and its marks', () => {
    const series = turnSeries(turnWith({ tokens: 31 }), null)
    expect(series.samples).toBeNull()
    expect(series.rate).not.toBeNull()
  })

  it('names how a turn ended', () => {
    const stopped = turnWith({
      end: null,
      more: [{ type: 'done', atMs: 2000, end: 'closed', stopped: 'server' }],
    })
    expect(marksOf(stopped).at(-1)?.label).toBe('Stopped')
    const cut = turnWith({ more: [{ type: 'finish', atMs: 1590, reason: 'length' }] })
    expect(marksOf(cut).at(-1)?.label).toBe('Length limit')
  })

  it('is written as CSV with one row a moment and nothing where nothing is known', () => {
    const samples = [
      { t: 0.1, gpuPowerW: 12.5 },
      { t: 0.4, gpuPowerW: 13, gpuPct: 90, dramPowerW: 2, bwGbs: 100 },
    ]
    const turn = turnWith({ firstMs: 500, tokens: 5, everyMs: 50, timings: { promptMs: 400 }, samples })
    expect(seriesCsv(turnSeries(turn, null))).toBe(
      [
        'time_s,decode_tok_s,gpu_power_w,gpu_pct,dram_power_w,dram_bandwidth_gb_s',
        '0.2,,12.5,,,',
        '0.5,,13,90,2,100',
        '0.7,20,,,,',
        '',
      ].join('\r\n'),
    )
  })
})
