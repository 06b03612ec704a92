import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns, TURNS_STEP } from '../../../renderer/state/turns.ts'
import type { TurnPage, TurnSummary } from '../../../shared/metrics/turn-summary.ts'
import { summary } from '../compare/summaries.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Main with this many turns, newest first, read by key as the store does. */
function main(all: TurnSummary[]): FakeBridge {
  return new FakeBridge().answer('turns.list', ({ conversationId, after = null, limit = 50 }) => {
    const turns = conversationId === null ? all : all.filter((turn) => turn.conversationId === conversationId)
    const from = after === null ? 0 : turns.findIndex(({ replyId }) => replyId === after) + 1
    const items = turns.slice(from, from + limit)
    const next = from + limit < turns.length ? (items.at(-1)?.replyId ?? null) : null
    return ok<TurnPage>({ items, next, total: turns.length, unreadable: 0 })
  })
}
const turns = (count: number) => Array.from({ length: count }, (_, at) => summary(`r${count - at}`))

test('reads page by page, the newest 500 first, and more when asked', async () => {
  const bridge = main(turns(620))
  const { store, read, more } = createTurns(bridge)
  const seen: number[] = []
  store.subscribe(({ items }) => seen.push(items?.length ?? -1))
  await read(null)
  expect(store.getState()).toMatchObject({ total: 620, more: true, reading: false, failure: null })
  expect(store.getState().items).toHaveLength(TURNS_STEP)
  expect(seen).toContain(50)
  expect(bridge.count('turns.list')).toBe(10)
  await more()
  expect(store.getState()).toMatchObject({ more: false })
  expect(new Set(store.getState().items?.map(({ replyId }) => replyId)).size).toBe(620)
  expect(bridge.count('turns.list')).toBe(13)
  await more()
  expect(bridge.count('turns.list')).toBe(13)
})

test('reads again when a turn ends, keeping what is shown until all has come', async () => {
  const all = turns(120)
  const { store, read, changed, leave } = createTurns(main(all))
  changed()
  await vi.runAllTimersAsync()
  expect(store.getState().items).toBeNull()
  await read('c')
  all.unshift(summary('new'))
  const seen: number[] = []
  store.subscribe(({ items }) => seen.push(items?.length ?? -1))
  changed()
  changed()
  await vi.runAllTimersAsync()
  expect(store.getState().items?.[0]?.replyId).toBe('new')
  expect([...new Set(seen)]).toEqual([120, 121])
  leave()
  changed()
  await vi.runAllTimersAsync()
  expect(store.getState().items).toBeNull()
})

test('only the latest question is answered', async () => {
  const waiting: (() => void)[] = []
  const bridge = new FakeBridge().answer('turns.list', async ({ conversationId }) => {
    await new Promise<void>((go) => waiting.push(go))
    return ok({ items: [summary(conversationId ?? 'all')], next: null, total: 1, unreadable: 0 })
  })
  const { store, read } = createTurns(bridge)
  const readings = [read('c1'), read(null)]
  for (const go of waiting.reverse()) go()
  await Promise.all(readings)
  expect(store.getState().items?.map(({ replyId }) => replyId)).toEqual(['all'])
})

test('a failure is told, keeps what was read, and can be tried again', async () => {
  const bridge = main(turns(3))
  const { store, read, changed, retry } = createTurns(bridge)
  await read(null)
  bridge.answer('turns.list', () => failed('disk', 'The disk reported a fault.'))
  changed()
  await vi.runAllTimersAsync()
  expect(store.getState()).toMatchObject({ failure: { code: 'disk' }, reading: false })
  expect(store.getState().items).toHaveLength(3)
  bridge.answer('turns.list', () => ok({ items: turns(4), next: null, total: 4, unreadable: 1 }))
  retry()
  await vi.runAllTimersAsync()
  expect(store.getState()).toMatchObject({ failure: null, total: 4, unreadable: 1 })
})
