import { expect, test } from 'vitest'
import { createStores, listen } from '../../../renderer/state/stores.ts'
import type { Message } from '../../../shared/chat/conversation.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'
import { conversation, reply, started, turnOf, user } from '../samples.ts'

const END = 40

/** A conversation of so many messages, of which main reads the end first and the rest when asked. */
async function rig(length: number) {
  const messages: Message[] = []
  for (let at = 0; at < length; at += 1) {
    const parentId = messages.at(-1)?.id ?? null
    const id = `m${at}`
    messages.push(
      parentId === null || at % 2 === 0
        ? user(id, `text ${at}`, parentId)
        : reply(id, parentId, { ...turnOf(id), end: 'done' }),
    )
  }
  const bridge = new FakeBridge()
  const stores = createStores(bridge, () => 0)
  listen(stores)
  const opened = () => ({ ...conversation('c', messages), messages: messages.slice(-END) })
  bridge.answer('conversations.open', () => ok(opened()))
  bridge.answer('conversations.read', ({ aboveId, from, count }) => {
    const above = messages.findIndex(({ id }) => id === aboveId)
    if (above < 0) return failed('not-found', 'This message is no longer there.')
    return ok({ from, messages: messages.slice(from, Math.min(above, from + count)), siblings: {} })
  })
  const { thread } = stores
  await thread.open('c')
  const state = () => thread.store.getState()
  const unread = () => state().branch.flatMap(({ role }, at) => (role === 'unread' ? [at] : []))
  return { bridge, thread, messages, state, unread, opened }
}

test('the end of a long conversation is there at once, the rest when it is looked at', async () => {
  const { bridge, thread, messages, state, unread } = await rig(200)
  expect(state().branch).toHaveLength(200)
  expect(unread()).toHaveLength(160)
  thread.look(150, 200)
  thread.look(145, 190)
  await expect.poll(() => unread().at(-1)).toBe(139)
  expect(bridge.count('conversations.read')).toBe(1)
  thread.look(0, 150)
  await expect.poll(unread).toEqual([])
  expect(state().branch).toEqual(messages)
  thread.look(0, 200)
  expect(bridge.count('conversations.read')).toBe(8)
})

test('a short one is never asked for again', async () => {
  const { bridge, thread, unread } = await rig(END)
  expect(unread()).toEqual([])
  thread.look(0, END)
  expect(bridge.count('conversations.read')).toBe(0)
})

test('a part that could not be read says so, and is read when it is asked for again', async () => {
  const { bridge, thread, state, unread } = await rig(100)
  bridge.answer('conversations.read', () => failed('damaged', 'The file is damaged.'))
  thread.look(0, 10)
  await expect.poll(() => state().partFailure?.message).toBe('The file is damaged.')
  bridge.answer('conversations.read', ({ from, count }) =>
    ok({
      from,
      messages: Array.from({ length: count }, (_, at) => user(`n${from + at}`, 'x')),
      siblings: {},
    }),
  )
  thread.look(0, 10)
  await expect.poll(() => state().partFailure).toBeNull()
  expect(unread()[0]).toBe(20)
})

test('what comes too late for its branch is not put into another', async () => {
  const { bridge, thread, messages, state, unread } = await rig(300)
  const waiting = Promise.withResolvers<void>()
  thread.look(200, 230)
  await expect.poll(() => unread().includes(210)).toBe(false)
  bridge.answer('conversations.read', async ({ aboveId, from, count }) => {
    await waiting.promise
    const above = messages.findIndex(({ id }) => id === aboveId)
    return above < 0
      ? failed('not-found', 'gone')
      : ok({ from, messages: messages.slice(from, Math.min(above, from + count)), siblings: {} })
  })
  thread.look(100, 120)
  // The message at 220 is sent in another version, and the one that the page was asked above is gone.
  const edited = [user('e', 'Edited', 'm219'), reply('z', 'e')] as const
  messages.splice(220, 80, ...edited)
  bridge.emit('turns.started', { ...started('c', 'z'), userMessage: edited[0], reply: edited[1] })
  expect(state().branch).toHaveLength(222)
  waiting.resolve()
  await expect.poll(() => unread().includes(110)).toBe(false)
  expect(state().branch.slice(100, 120)).toEqual(messages.slice(100, 120))
  expect(
    state()
      .branch.slice(-2)
      .map(({ id }) => id),
  ).toEqual(['e', 'z'])
})

test('read again after a change elsewhere, what is on the screen stays and is asked for anew', async () => {
  const { bridge, thread, state, unread } = await rig(200)
  thread.look(120, 140)
  await expect.poll(() => unread().length).toBe(140)
  bridge.emit('branches.changed', { conversationId: 'c' })
  await expect.poll(() => bridge.count('conversations.open')).toBe(2)
  expect(unread()).toHaveLength(140)
  expect(state().branch[120]?.id).toBe('m120')
  thread.look(120, 140)
  await expect.poll(() => bridge.count('conversations.read')).toBe(2)
})

test('a hit far up comes with its surroundings', async () => {
  const { bridge, thread, messages, state, opened, unread } = await rig(400)
  bridge.answer('branches.switch', () =>
    ok({ ...opened(), part: { from: 90, messages: messages.slice(90, 110), siblings: {} } }),
  )
  thread.newChat()
  expect(await thread.openAt('c', 'm100', ['text'])).toBeNull()
  expect(state().branch[100]?.id).toBe('m100')
  expect(state().target?.messageId).toBe('m100')
  expect(unread()).toHaveLength(400 - 40 - 20)
  expect(bridge.count('conversations.open')).toBe(1)
})
