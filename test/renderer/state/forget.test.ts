import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BranchItem } from '../../../renderer/state/branch.ts'
import { forgetFar } from '../../../renderer/state/forget.ts'
import { createStores, listen } from '../../../renderer/state/stores.ts'
import { FakeBridge, ok } from '../fake-bridge.ts'
import { conversation, reply, turnOf, user } from '../samples.ts'

const NOBODY = new Set<string>()
const big = 'x'.repeat(100_000)
const bigs = (count: number): BranchItem[] =>
  Array.from({ length: count }, (_, at) => user(`m${at}`, big, at === 0 ? null : `m${at - 1}`))

test('a conversation of usual size is never forgotten', () => {
  expect(forgetFar(bigs(20), { first: 0, last: 5 }, NOBODY)).toBeNull()
})

test('of a huge one the end, what is seen and what is shown elsewhere stay', () => {
  const left = forgetFar(bigs(400), { first: 100, last: 105 }, new Set(['m7']))
  const there = (left?.items ?? []).flatMap(({ role }, at) => (role === 'unread' ? [] : [at]))
  expect(left?.endFrom).toBe(390)
  expect(there.slice(0, 2)).toEqual([7, 80])
  expect(there.at(-11)).toBe(124)
  expect(there).toHaveLength(1 + 45 + 10)
  // What is forgotten keeps its place.
  expect(left?.items[300]).toEqual({ role: 'unread', id: 'm300', textBytes: 100_000 })
})

test('a reply that has not ended, or that a crash cut off, is only here, and stays', () => {
  const items = [user('u', 'Hi'), reply('r', 'u'), ...bigs(100)]
  expect(forgetFar(items, { first: 90, last: 95 }, NOBODY)?.items[1]).toBe(items[1])
})

test('law: forgetting never moves or changes what it keeps, and leaves the end whole', () => {
  const item = fc.record({ bytes: fc.nat(400_000), unread: fc.boolean() })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 80 }), fc.nat(80), (sizes, first) => {
      const items = sizes.map(({ bytes, unread }, at): BranchItem => {
        if (unread && at < sizes.length - 12) return { role: 'unread', id: `m${at}`, textBytes: bytes }
        return user(`m${at}`, 'y'.repeat(bytes))
      })
      const left = forgetFar(items, { first, last: first + 5 }, NOBODY)
      if (!left) return
      expect(left.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      for (const [at, kept] of left.items.entries()) {
        if (kept.role !== 'unread') expect(kept).toBe(items[at])
        if (at >= left.endFrom) expect(kept.role).not.toBe('unread')
      }
    }),
  )
})

test('what was forgotten is read again when it is looked at, once', async () => {
  const bridge = new FakeBridge()
  const stores = createStores(bridge, () => 0)
  listen(stores)
  const messages = Array.from({ length: 120 }, (_, at) => user(`m${at}`, big, at === 0 ? null : `m${at - 1}`))
  const last = reply('r', 'm119')
  bridge.answer('conversations.open', () => ok(conversation('c', [...messages, last])))
  bridge.answer('conversations.read', ({ from, count }) =>
    ok({ from, messages: messages.slice(from, from + count), siblings: {} }),
  )
  bridge.answer('turns.attach', () => ok({ turnId: 'r', seq: 1, turn: turnOf('r') }))
  const { thread } = stores
  await thread.open('c')
  thread.look(100, 121)
  thread.finish('r', { ...turnOf('r'), end: 'done' })
  const unread = () =>
    thread.store.getState().branch.flatMap(({ role }, at) => (role === 'unread' ? [at] : []))
  expect(unread()).toEqual(Array.from({ length: 80 }, (_, at) => at))
  thread.look(5, 15)
  await expect.poll(() => unread().includes(10)).toBe(false)
  thread.look(5, 15)
  thread.look(7, 17)
  await Promise.resolve()
  expect(bridge.count('conversations.read')).toBe(1)
  // What is seen now is there; what was seen before has gone instead.
  expect(unread()).toEqual(Array.from({ length: 90 }, (_, at) => 20 + at))
})
