import { expect, test } from 'vitest'
import { createLive, type Live, type LiveState } from '../../../renderer/state/live.ts'
import type { TurnSnapshot } from '../../../shared/bridge.ts'
import type { Result } from '../../../shared/result.ts'
import type { Turn } from '../../../shared/stream/turn.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'
import { batch, content, done, started, turnOf } from '../samples.ts'

interface Rig {
  readonly bridge: FakeBridge
  readonly live: Live
  readonly ended: { readonly turnId: string; readonly turn: Turn }[]
  readonly lost: string[]
}

function rig(): Rig {
  const bridge = new FakeBridge()
  const ended: Rig['ended'] = []
  const lost: string[] = []
  const live = createLive(bridge, {
    onEnd: (turnId, turn) => ended.push({ turnId, turn }),
    onLost: (turnId) => lost.push(turnId),
    nowMs: () => 1_000,
  })
  return { bridge, live, ended, lost }
}

const contentOf = (live: Live, turnId: string) => live.store.getState().turns[turnId]?.turn.content

test('one event of many batches is one state change', () => {
  const { live } = rig()
  live.begin(started('c', 'a'))
  live.begin(started('d', 'b'))
  const changes: LiveState[] = []
  live.store.subscribe((state) => changes.push(state))
  live.receive([
    batch('a', 1, content('one')),
    batch('b', 1, content('two')),
    batch('a', 2, content(' more')),
  ])
  expect(changes).toHaveLength(1)
  expect(contentOf(live, 'a')).toBe('one more')
  expect(contentOf(live, 'b')).toBe('two')
})

test('a batch leaves the other turns as they are', () => {
  const { live } = rig()
  live.begin(started('c', 'a'))
  live.begin(started('d', 'b'))
  const before = live.store.getState().turns.b
  live.receive([batch('a', 1, content('one'))])
  expect(live.store.getState().turns.b).toBe(before)
})

test('batches of unknown turns change nothing', () => {
  const { live, bridge } = rig()
  const before = live.store.getState()
  live.receive([batch('x', 7, content('?'))])
  expect(live.store.getState()).toBe(before)
  expect(bridge.calls).toEqual([])
})

test('a batch that is known already is not folded twice', () => {
  const { live } = rig()
  live.begin(started('c', 'a'))
  live.receive([batch('a', 1, content('one'))])
  live.receive([batch('a', 1, content('one')), batch('a', 2, content(' two'))])
  expect(contentOf(live, 'a')).toBe('one two')
})

test('a gap is closed by a snapshot, and what is in it is not folded again', async () => {
  const { live, bridge } = rig()
  bridge.answer('turns.attach', () =>
    ok({ turnId: 'a', seq: 3, turn: turnOf('a', content('1'), content('2'), content('3')) }),
  )
  live.begin(started('c', 'a'))
  live.receive([batch('a', 1, content('1'))])
  live.receive([batch('a', 3, content('3'))])
  expect(contentOf(live, 'a')).toBe('1')
  await expect.poll(() => contentOf(live, 'a')).toBe('123')
  live.receive([batch('a', 3, content('3')), batch('a', 4, content('4'))])
  expect(contentOf(live, 'a')).toBe('1234')
  expect(bridge.count('turns.attach')).toBe(1)
})

test('a snapshot older than what came meanwhile is asked for again', async () => {
  const { live, bridge, ended } = rig()
  const answers: ((answer: Result<TurnSnapshot>) => void)[] = []
  bridge.answer('turns.attach', () => new Promise((resolve) => answers.push(resolve)))
  live.ensure('a')
  // The last batch overtakes the snapshot: no further one will ever show the gap.
  live.receive([batch('a', 2, content('2'), done())])
  answers[0]?.(ok({ turnId: 'a', seq: 1, turn: turnOf('a', content('1')) }))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(ok({ turnId: 'a', seq: 2, turn: turnOf('a', content('1'), content('2'), done()) }))
  await expect.poll(() => ended.length).toBe(1)
  expect(ended[0]?.turn.content).toBe('12')
  expect(live.store.getState().turns).toEqual({})
})

test('a finished turn is handed on before it leaves', () => {
  const { live, ended } = rig()
  live.begin(started('c', 'a'))
  const seen: number[] = []
  live.store.subscribe(() => seen.push(ended.length))
  live.receive([batch('a', 1, content('all'), done())])
  expect(ended.map(({ turn }) => turn.content)).toEqual(['all'])
  expect(live.store.getState().turns).toEqual({})
  expect(seen).toEqual([1])
})

test('a turn main does not know is lost; a lost connection loses none', async () => {
  const { live, bridge, lost } = rig()
  bridge.answer('turns.attach', ({ turnId }) =>
    turnId === 'gone' ? failed('not-found', 'gone') : failed('disconnected', 'no connection'),
  )
  live.ensure('kept')
  live.ensure('gone')
  await expect.poll(() => lost).toEqual(['gone'])
  expect(lost).not.toContain('kept')
})

test('the rate counts what arrived, and the clock is that of the fastest batch', () => {
  const { live } = rig()
  live.begin(started('c', 'a'))
  live.receive([batch('a', 1, content('x', 300))])
  live.receive([batch('a', 2, content('y', 400), content('z', 900))])
  const turn = live.store.getState().turns.a
  expect(turn?.rate.firstAtMs).toBe(300)
  expect(turn?.rate.arrivals.reduce((sum, { deltas }) => sum + deltas, 0)).toBe(3)
  expect(turn?.zeroAtMs).toBe(100)
})
