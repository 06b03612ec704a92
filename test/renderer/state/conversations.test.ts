import { expect, test } from 'vitest'
import { createConversations } from '../../../renderer/state/conversations.ts'
import type { ConversationSummary } from '../../../shared/chat/conversation.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

const summary = (id: string, updatedAtMs: number, pinned = false): ConversationSummary => ({
  id,
  title: id,
  createdAtMs: 0,
  updatedAtMs,
  pinned,
  streaming: false,
})

/** Main with `count` conversations, the newest first, and a pause before each page after the first. */
function rig(count: number) {
  const all = Array.from({ length: count }, (_, at) => summary(`c${at}`, count - at))
  const bridge = new FakeBridge()
  const waiting: (() => void)[] = []
  bridge.answer('conversations.list', async ({ limit = 200, after }) => {
    if (after) await new Promise<void>((resolve) => waiting.push(resolve))
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    const items = all.slice(from, from + limit)
    const next = from + limit < all.length ? (items.at(-1)?.id ?? null) : null
    return ok({ items, next, total: all.length })
  })
  const conversations = createConversations(bridge)
  return {
    bridge,
    conversations,
    waiting,
    ids: () => conversations.store.getState().list?.map(({ id }) => id),
  }
}

test('the first page is there while the others come, and in the end all are', async () => {
  const { conversations, waiting, ids } = rig(2500)
  const loaded = conversations.load()
  await expect.poll(() => ids()?.length).toBe(100)
  while (ids()?.length !== 2500) {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.pop()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await loaded
  expect(ids()?.[0]).toBe('c0')
  expect(ids()?.at(-1)).toBe('c2499')
})

test('what changes while pages come is newer than they are', async () => {
  const { conversations, waiting, ids } = rig(150)
  const loaded = conversations.load()
  await expect.poll(() => waiting.length).toBe(1)
  conversations.apply({ changed: [summary('c120', 9999)], removed: ['c130', 'c0'] })
  waiting.pop()?.()
  await loaded
  expect(ids()?.[0]).toBe('c120')
  expect(ids()).toHaveLength(148)
  expect(ids()).not.toContain('c130')
})

test('pinned ones come first, and a change moves its conversation', () => {
  const { conversations, ids } = rig(0)
  conversations.apply({ changed: [summary('a', 3), summary('b', 2), summary('c', 1)], removed: [] })
  conversations.apply({ changed: [summary('c', 1, true)], removed: ['a'] })
  expect(ids()).toEqual(['c', 'b'])
})

test('what main does not do is told and changes nothing', async () => {
  const { bridge, conversations, ids } = rig(2)
  await conversations.load()
  bridge.answer('conversations.rename', () => failed('read-only', 'No.'))
  expect(await conversations.rename('c1', 'New')).toEqual({ code: 'read-only', message: 'No.' })
  expect(ids()).toEqual(['c0', 'c1'])
  bridge.answer('conversations.list', () => failed('unavailable', 'Broken.'))
  await conversations.load()
  expect(conversations.store.getState().failure?.message).toBe('Broken.')
  expect(ids()).toEqual(['c0', 'c1'])
})
