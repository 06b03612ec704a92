import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartsOf, highest } from '../../../renderer/dashboard/charts/chart-spec.ts'
import { placeLabels } from '../../../renderer/dashboard/charts/mark-lines.ts'
import { niceTop, timeLabels, timeReadout, timeTicks } from '../../../renderer/dashboard/charts/scales.ts'
import type { Mark } from '../../../shared/metrics/marks.ts'
import { turnSeries } from '../../../shared/metrics/series.ts'
import { constantSamples, turnWith } from '../../shared/metrics/turns.ts'

describe('axes', () => {
  it.each([
    [0, 1],
    [88, 100],
    [27.2, 30],
    [546, 600],
    [800, 1000],
    [1.1, 1.2],
    [0.03, 0.04],
  ])('the top over %s is %s', (most, top) => expect(niceTop(most)).toBeCloseTo(top))

  it('law: the top holds what is drawn, and wastes at most half of the axis', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (most) => {
        expect(niceTop(most)).toBeGreaterThanOrEqual(most)
        expect(niceTop(most)).toBeLessThanOrEqual(most * 2)
      }),
    )
  })

  it('labels time in seconds, minutes or hours, whichever the span asks for', () => {
    expect(timeTicks(0, 6200, 5)).toEqual([0, 2000, 4000, 6000])
    expect(timeLabels([0, 2000, 4000, 6000], 6200)).toEqual(['0', '2', '4', '6 s'])
    expect(timeLabels([0, 200, 400], 500)).toEqual(['0', '0.2', '0.4 s'])
    expect(timeLabels(timeTicks(0, 600_000, 5), 600_000)).toEqual([
      '0:00',
      '2:00',
      '4:00',
      '6:00',
      '8:00',
      '10:00',
    ])
    expect(timeLabels(timeTicks(0, 10_800_000, 5), 10_800_000)).toEqual(['0:00', '1:00', '2:00', '3:00 h'])
    expect(timeReadout(3456, 6000)).toBe('3.46 s')
    expect(timeReadout(-3456, 60_000)).toBe('−3.5 s')
    expect(timeReadout(-65_000, 300_000)).toBe('−1:05 min')
    expect(timeReadout(65_000, 300_000)).toBe('1:05 min')
    expect(timeReadout(3_725_000, 10_800_000)).toBe('1:02:05 h')
  })
})

describe('labels of marks', () => {
  const mark = (atMs: number, label: string): Mark => ({ atMs, kind: 'toolCall', label })
  const place = (marks: Mark[]) =>
    placeLabels(
      marks,
      (atMs) => atMs,
      100,
      (text) => text.length * 5,
    )

  it('stand right of their line, left of it at the end, and never on one another', () => {
    expect(place([mark(10, 'abc'), mark(15, 'hidden'), mark(98, 'end')])).toEqual([
      { text: 'abc', x: 13, align: 'left' },
      { text: 'end', x: 95, align: 'right' },
    ])
    expect(place([mark(-5, 'before'), mark(101, 'after')])).toEqual([])
    expect(place([mark(50, 'much too long a name to stand anywhere')])).toEqual([])
  })
})

describe('the charts of a turn', () => {
  it('are those that something was measured for, with the units and sources', () => {
    const turn = turnWith({ tokens: 31, samples: constantSamples(20, 3), profile: { theoreticalBwGbs: 800 } })
    expect(chartsOf(turnSeries(turn, null)).map(({ id, unit, source }) => [id, unit, source])).toEqual([
      ['rate', 'tok/s', 'measured here'],
      ['power', 'W', 'AFM'],
      ['use', '%', 'AFM'],
      ['bandwidth', 'GB/s', 'AFM'],
    ])
    const [only, ...others] = chartsOf(turnSeries(turnWith({ tokens: 31 }), null))
    expect([only?.id, others]).toEqual(['rate', []])
    expect(chartsOf(turnSeries(turnWith({ tokens: 0 }), null))).toEqual([])
  })

  it('have as many lines whatever is missing, so that a live chart is never built anew', () => {
    const powerOf = (samples: { t: number; gpuPowerW?: number; dramPowerW?: number }[]) =>
      chartsOf(turnSeries(turnWith({ tokens: 1, samples }), null)).find(({ id }) => id === 'power')
    expect(powerOf([{ t: 1, gpuPowerW: 5 }])?.lines.map(({ values }) => values)).toEqual([[5], [null]])
    expect(powerOf([{ t: 1, dramPowerW: 5 }])?.lines.map(highest)).toEqual([null, 5])
  })
})
