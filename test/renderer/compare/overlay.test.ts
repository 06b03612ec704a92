import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedRows, differences } from '../../../renderer/compare/comparison.ts'
import { overlayOf, readAt, type Track, unionColumns } from '../../../renderer/compare/overlay.ts'
import { pairTable } from '../../../renderer/compare/overlay-spec.ts'
import { constantSamples, turnWith } from '../../shared/metrics/turns.ts'
import { reply } from '../samples.ts'
import { figure, summary } from './summaries.ts'

const track = (atMs: number[], values: (number | null)[]): Track => ({ atMs, values, source: 's', note: 'n' })

describe('two turns on one axis', () => {
  // Both decode at 10 tok/s; A waits 0.5 s for its first token, B 2 s.
  const a = turnWith({
    firstMs: 500,
    tokens: 31,
    samples: constantSamples(20, 3.4),
    timings: { promptMs: 400 },
  })
  const b = turnWith({
    firstMs: 2000,
    tokens: 11,
    samples: constantSamples(30, 2.9),
    timings: { promptMs: 1900 },
  })

  it('stand with their first tokens at zero, and the power aligned to them', () => {
    const overlay = overlayOf(a, b, 'firstToken')
    expect(overlay.pairs.map(({ id }) => id)).toEqual(['rate', 'power', 'use', 'dramPower', 'bandwidth'])
    expect([overlay.startMs, overlay.endMs]).toEqual([-2000, 3100])
    const [rate, power] = overlay.pairs
    // The rate is read from 200 ms after the first token on.
    expect([rate?.a.atMs[0], rate?.b.atMs[0]]).toEqual([200, 200])
    // AFM's first sample is 0.1 s into a generation that began one prompt time before the first token.
    expect(power?.a.atMs[0]).toBeCloseTo(-400 + 100)
    expect(power?.b.atMs[0]).toBeCloseTo(-1900 + 100)
    expect(overlay.marks).toEqual([
      { atMs: 0, label: 'First token' },
      { atMs: 1100, label: 'B ends' },
      { atMs: 3100, label: 'A ends' },
    ])
  })

  it('stand with their sends at zero when asked, or when one has no token', () => {
    const overlay = overlayOf(a, b, 'send')
    expect([overlay.startMs, overlay.endMs]).toEqual([0, 3600])
    expect(overlay.pairs[0]?.b.atMs[0]).toBe(2200)
    expect(overlay.marks.map(({ label }) => label)).toEqual([
      'A first token',
      'B first token',
      'B ends',
      'A ends',
    ])
    const none = overlayOf(a, turnWith({ tokens: 0 }), 'firstToken')
    expect([none.zero, none.pairs]).toEqual(['send', []])
    expect(none.alone).toContainEqual({ title: 'Decode rate', of: 'A' })
  })

  it('has a table of both at the same moments', () => {
    const overlay = overlayOf(a, b, 'firstToken')
    const [rate] = overlay.pairs
    if (!rate) throw new Error('There is no rate.')
    const table = pairTable(rate, overlay)
    expect(table.atMs.length).toBeGreaterThan(10)
    expect(table.atMs.length).toBeLessThanOrEqual(61)
    const [left, right] = table.lines
    const second = table.atMs.indexOf(1000)
    expect(left?.values[second]).toBeCloseTo(10)
    expect(right?.values[second]).toBeCloseTo(10)
    // B has ended after 1 s; A goes on.
    expect([left?.values.at(-1) !== null, right?.values.at(-1)]).toEqual([true, null])
  })
})

describe('the columns of a pair', () => {
  it('tell a hole in the readings from a moment of the other’s', () => {
    const pair = { a: track([0, 10, 20], [1, null, 3]), b: track([5, 20], [7, 8]) }
    expect(unionColumns(pair)).toEqual({
      atMs: [0, 5, 10, 20],
      a: [1, undefined, null, 3],
      b: [undefined, 7, undefined, 8],
    })
  })

  it('law: no reading is lost, none is made up, and times rise', () => {
    const times = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 30 })
    const tracks = times.map((list) => {
      const atMs = list.toSorted((x, y) => x - y)
      return track(
        atMs,
        atMs.map((at) => (at % 3 === 0 ? null : at * 2)),
      )
    })
    fc.assert(
      fc.property(tracks, tracks, (left, right) => {
        const { atMs, a, b } = unionColumns({ a: left, b: right })
        expect(atMs).toEqual(atMs.toSorted((x, y) => x - y))
        const readings = (column: readonly (number | null | undefined)[]) =>
          column.flatMap((value, at) => (value === undefined ? [] : [[atMs[at], value]]))
        expect(readings(a)).toEqual(left.atMs.map((at, index) => [at, left.values[index]]))
        expect(readings(b)).toEqual(right.atMs.map((at, index) => [at, right.values[index]]))
      }),
    )
  })

  it('read the nearest moment, and nothing beyond their ends or in a hole', () => {
    const line = track([0, 10, 20, 30], [1, 2, null, 4])
    const at = [-1, 0, 4, 6, 14, 19, 26, 30, 31]
    expect(at.map((ms) => readAt(line, ms))).toEqual([null, 1, 1, 2, 2, null, 4, 4, null])
    expect(readAt(track([], []), 0)).toBeNull()
  })
})

describe('the figures of two turns', () => {
  it('have a ratio only where both are there and A is more than nothing', () => {
    const a = summary('a', {
      decodeRate: figure(80),
      tokens: figure(0, 'tokens'),
      gpuEnergy: figure(50, 'J', 'estimated'),
    })
    const b = summary('b', {
      decodeRate: figure(60, 'tok/s', 'measured'),
      tokens: figure(10, 'tokens'),
      timeToFirstToken: figure(0.5, 's', 'measured'),
    })
    const rows = comparedRows(a, b).map(({ id, ratio, mixed }) => [id, ratio, mixed])
    expect(rows).toEqual([
      ['tokens', null, false],
      ['decodeRate', 0.75, true],
      ['timeToFirstToken', null, false],
      ['gpuEnergy', null, false],
    ])
    expect(comparedRows(summary('a'), summary('b'))).toEqual([])
  })

  it('come with the settings that differ, and no others', () => {
    const a = reply('a', 'u')
    const { request } = a
    const b = {
      ...reply('b', 'u'),
      request: {
        ...request,
        model: 'other',
        thinking: 'off' as const,
        sampling: { ...request.sampling, temperature: 0.7, stop: ['END'] },
        systemPrompt: `${'x'.repeat(50)}1`,
      },
    }
    const found = differences(a, b)
    expect(found.map(({ label }) => label)).toEqual([
      'Model',
      'Thinking',
      'Temperature',
      'Stop words',
      'System prompt',
    ])
    expect(found[2]).toEqual({ label: 'Temperature', a: 'left to the server', b: '0.7' })
    expect(differences(a, a)).toEqual([])
    const other = { ...b, request: { ...b.request, systemPrompt: `${'x'.repeat(50)}2` } }
    expect(differences(b, other).map(({ label }) => label)).toEqual(['System prompt'])
  })
})
