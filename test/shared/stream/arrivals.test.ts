import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import { MOST_ARRIVALS } from '../../../shared/stream/arrivals.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { newTurn, type Turn } from '../../../shared/stream/turn.ts'

const text = (atMs: number, deltas = 1): StreamEvent => ({ type: 'content', atMs, text: 'x', deltas })

it('keeps the last arrival of each bucket of 50 ms, with the tokens so far', () => {
  const events = [text(1), text(20), text(49.9), text(50, 3), text(320)]
  const { arrivals, deltas } = accumulate(newTurn('t'), events)
  expect(arrivals).toEqual({ bucketMs: 50, points: [49, 3, 50, 6, 320, 7] })
  expect(deltas).toBe(7)
})

it('does not change the turn it is given', () => {
  const before = accumulate(newTurn('t'), [text(10)])
  const copy = structuredClone(before)
  accumulate(before, [text(12), text(90)])
  expect(before).toEqual(copy)
})

it('stays bounded over three hours of tokens, and still ends with their sum', () => {
  let turn: Turn = newTurn('t')
  const threeHoursMs = 3 * 3600 * 1000
  let sent = 0
  for (let atMs = 0; atMs < threeHoursMs; atMs += 100) {
    turn = accumulate(turn, [text(atMs)])
    sent += 1
  }
  const { points, bucketMs } = turn.arrivals
  expect(points.length / 2).toBeLessThanOrEqual(MOST_ARRIVALS)
  expect(points.length / 2).toBeGreaterThan(MOST_ARRIVALS / 2)
  expect(bucketMs).toBe(3200)
  expect(points.at(-1)).toBe(sent)
})

it('law: any split into batches gives the same column, whose times and totals only rise', () => {
  const gaps = fc.array(
    fc.record({ gapMs: fc.double({ min: 0, max: 9000, noNaN: true }), last: fc.boolean() }),
  )
  fc.assert(
    fc.property(gaps, (tokens) => {
      let atMs = 0
      let batch: StreamEvent[] = []
      const all: StreamEvent[] = []
      let split: Turn = newTurn('t')
      for (const { gapMs, last } of tokens) {
        atMs += gapMs
        batch.push(text(atMs))
        all.push(text(atMs))
        if (!last) continue
        split = accumulate(split, batch)
        batch = []
      }
      split = accumulate(split, batch)
      const whole = accumulate(newTurn('t'), all)
      expect(split).toEqual(whole)
      const { points } = whole.arrivals
      for (let at = 2; at < points.length; at += 2) {
        expect(points[at]).toBeGreaterThan(points[at - 2] ?? 0)
        expect(points[at + 1]).toBeGreaterThan(points[at - 1] ?? 0)
      }
    }),
  )
})

it('replaces what was measured here once AFM’s own samples come, and mixes no two tools', () => {
  const power = (source: 'macmon' | 'mactop', t: number): StreamEvent => ({
    type: 'power',
    atMs: t * 1000,
    source,
    samples: [{ t, gpuPowerW: 20 }],
  })
  const live = accumulate(newTurn('t'), [power('macmon', 0.5), power('macmon', 1)])
  expect(live.livePower).toEqual({
    source: 'macmon',
    samples: [
      { t: 0.5, gpuPowerW: 20 },
      { t: 1, gpuPowerW: 20 },
    ],
  })
  expect(accumulate(live, [power('mactop', 2)]).livePower?.samples).toEqual([{ t: 2, gpuPowerW: 20 }])
  const summary = accumulate(live, [{ type: 'profile', atMs: 9, profile: { gpuPowerAvgW: 1 }, samples: [] }])
  expect(summary.livePower).toEqual(live.livePower)
  const samples = [{ t: 0.1, gpuPowerW: 22 }]
  const ended = accumulate(live, [{ type: 'profile', atMs: 9, profile: {}, samples }, power('macmon', 3)])
  expect(ended.livePower).toBeNull()
  expect(ended.samples).toEqual(samples)
})
