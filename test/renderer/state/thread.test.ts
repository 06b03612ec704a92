import { expect, test } from 'vitest'
import { createStores, listen, load } from '../../../renderer/state/stores.ts'
import { runningReplyId } from '../../../renderer/state/thread.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'
import { batch, content, conversation, done, reply, started, turnOf, user } from '../samples.ts'

function rig() {
  const bridge = new FakeBridge()
  const stores = createStores(bridge, () => 0)
  listen(stores)
  return { bridge, stores, thread: stores.thread, state: () => stores.thread.store.getState() }
}

test('the first message opens a conversation, and its reply streams and ends in it', async () => {
  const { bridge, stores, thread, state } = rig()
  bridge.answer('turns.start', () => {
    bridge.emit('turns.started', started('c', 'a'))
    return ok(started('c', 'a'))
  })
  expect(await thread.send('Hello')).toBeNull()
  expect(state().openId).toBe('c')
  expect(state().branch.map(({ id }) => id)).toEqual(['u-a', 'a'])
  expect(runningReplyId(state())).toBe('a')

  const branch = state().branch
  bridge.emit('turns.batches', [batch('a', 1, content('Hi'))])
  expect(state().branch).toBe(branch)
  bridge.emit('turns.batches', [batch('a', 2, done())])
  const message = state().branch[1]
  expect(message?.role === 'assistant' && message.turn).toMatchObject({ content: 'Hi', end: 'done' })
  expect(runningReplyId(state())).toBeNull()
  expect(stores.live.store.getState().turns).toEqual({})
})

test('a reply that ends before its command is answered is shown whole', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('turns.start', () => {
    bridge.emit('turns.started', started('c', 'a'))
    bridge.emit('turns.batches', [batch('a', 1, content('fast'), done())])
    return ok(started('c', 'a'))
  })
  bridge.answer('turns.attach', () => ok({ turnId: 'a', seq: 1, turn: turnOf('a', content('fast'), done()) }))
  await thread.send('Hello')
  await expect.poll(() => runningReplyId(state())).toBeNull()
  expect(state().branch[1]).toMatchObject({ turn: { content: 'fast', end: 'done' } })
})

test('a message that main does not take changes nothing', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('turns.start', () => failed('busy', 'A reply is running.'))
  expect(await thread.send('Hello')).toEqual({ code: 'busy', message: 'A reply is running.' })
  expect(state().openId).toBeNull()
  expect(state().branch).toEqual([])
})

test('who went to another chat meanwhile stays there', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Other')])))
  bridge.answer('turns.start', async () => {
    await thread.open('other')
    return ok(started('c', 'a'))
  })
  await thread.send('Hello')
  expect(state().openId).toBe('other')
  expect(state().branch.map(({ id }) => id)).toEqual(['u'])
})

test('opening a conversation attaches to what runs in it', async () => {
  const { bridge, stores, thread } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi'), reply('a', 'u')])))
  bridge.answer('turns.attach', () => ok({ turnId: 'a', seq: 5, turn: turnOf('a', content('so far')) }))
  await thread.open('c')
  await expect.poll(() => stores.live.store.getState().turns.a?.turn.content).toBe('so far')
  bridge.emit('turns.batches', [batch('a', 6, content(', and on'))])
  expect(stores.live.store.getState().turns.a?.turn.content).toBe('so far, and on')
})

test('a turn that main lost is read again, and is interrupted if it has no end', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi'), reply('a', 'u')])))
  bridge.answer('turns.attach', () => failed('not-found', 'gone'))
  await thread.open('c')
  await expect.poll(() => state().interrupted).toEqual({ a: true })
  expect(runningReplyId(state())).toBeNull()
  expect(bridge.count('conversations.open')).toBe(2)
  expect(bridge.count('turns.attach')).toBe(1)
})

test('an answer for a conversation that is no longer open is not shown', async () => {
  const { bridge, thread, state } = rig()
  const waiting: (() => void)[] = []
  bridge.answer('conversations.open', async ({ id }) => {
    if (id === 'slow') await new Promise<void>((resolve) => waiting.push(resolve))
    return ok(conversation(id, [user(`u-${id}`, id)]))
  })
  const slow = thread.open('slow')
  await thread.open('fast')
  waiting[0]?.()
  await slow
  expect(state().conversation?.id).toBe('fast')
})

test('a turn of another window appears in the open conversation once', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi')])))
  await thread.open('c')
  const turn = { ...started('c', 'a'), userMessage: user('u2', 'More', 'u') }
  const inTree = { ...turn, reply: reply('a', 'u2') }
  bridge.emit('turns.started', inTree)
  bridge.emit('turns.started', inTree)
  expect(state().branch.map(({ id }) => id)).toEqual(['u', 'u2', 'a'])
})

test('after a lost connection everything is read again', async () => {
  const { bridge, stores, thread } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi'), reply('a', 'u')])))
  bridge.answer('turns.attach', () => ok({ turnId: 'a', seq: 9, turn: turnOf('a', content('later')) }))
  await thread.open('c')
  await load(stores)
  await expect.poll(() => stores.live.store.getState().turns.a?.seq).toBe(9)
  expect(bridge.count('settings.get')).toBe(1)
  expect(bridge.count('conversations.list')).toBe(1)
})

test('what had come of a reply stays on the screen when main has lost it', async () => {
  const { bridge, stores, thread, state } = rig()
  let known = true
  bridge.answer('conversations.open', ({ id }) =>
    known ? ok(conversation(id, [user('u', 'Hi'), reply('a', 'u')])) : failed('not-found', 'gone'),
  )
  bridge.answer('turns.attach', () =>
    known ? ok({ turnId: 'a', seq: 2, turn: turnOf('a', content('half')) }) : failed('not-found', 'gone'),
  )
  await thread.open('c')
  await expect.poll(() => stores.live.store.getState().turns.a?.seq).toBe(2)
  known = false
  await load(stores)
  await expect.poll(() => state().interrupted).toEqual({ a: true })
  expect(state().branch[1]).toMatchObject({ turn: { content: 'half', end: null } })
})

const ended = (id: string, parentId: string) => reply(id, parentId, { ...turnOf(id), end: 'done' })
const ids = (state: () => { branch: readonly { id: string }[] }) => state().branch.map(({ id }) => id)

test('an edited message takes the branch’s place, with the versions beside it', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) =>
    ok(conversation(id, [user('u', 'Hi'), ended('a', 'u'), user('u2', 'More', 'a'), ended('a2', 'u2')])),
  )
  await thread.open('c')
  const other = {
    conversationId: 'c',
    userMessage: user('u3', 'Other', 'a'),
    reply: reply('a3', 'u3'),
    siblings: { u3: ['u2', 'u3'] },
  }
  bridge.answer('turns.edit', () => {
    bridge.emit('turns.started', other)
    return ok(other)
  })
  expect(await thread.edit('u2', 'Other')).toBeNull()
  expect(ids(state)).toEqual(['u', 'a', 'u3', 'a3'])
  expect(state().conversation?.siblings.u3).toEqual(['u2', 'u3'])
  expect(bridge.calls.find(({ name }) => name === 'turns.edit')?.input).toEqual({
    conversationId: 'c',
    messageId: 'u2',
    text: 'Other',
  })
})

test('a turn on a branch that is not shown here is read, not guessed', async () => {
  const { bridge, thread, state } = rig()
  let shown = [user('u', 'Hi'), ended('a', 'u')]
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, shown)))
  await thread.open('c')
  shown = [user('x', 'Elsewhere'), ended('y', 'x')]
  bridge.emit('turns.started', { ...started('c', 'z'), userMessage: null, reply: reply('z', 'x') })
  await expect.poll(() => ids(state)).toEqual(['x', 'y'])
})

test('another version is shown as main answers it, and read but once', async () => {
  const { bridge, thread, state } = rig()
  const versions = { a: ['a', 'b'], b: ['a', 'b'] }
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi'), ended('a', 'u')])))
  bridge.answer('branches.switch', ({ conversationId }) => {
    bridge.emit('branches.changed', { conversationId })
    return ok({ ...conversation(conversationId, [user('u', 'Hi'), ended('b', 'u')]), siblings: versions })
  })
  await thread.open('c')
  expect(await thread.switchTo('b', 'next')).toBeNull()
  expect(ids(state)).toEqual(['u', 'b'])
  expect(state().target).toEqual({ messageId: 'b', kind: 'version', button: 'next', words: [] })
  expect(bridge.count('conversations.open')).toBe(1)
  bridge.emit('branches.changed', { conversationId: 'c' })
  expect(bridge.count('conversations.open')).toBe(2)
})

test('a hit on what is shown changes nothing; for one elsewhere main is asked', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi'), ended('a', 'u')])))
  await thread.open('c')
  bridge.answer('branches.switch', ({ conversationId }) =>
    ok(conversation(conversationId, [user('v', 'Ho'), ended('b', 'v')])),
  )
  expect(await thread.openAt('c', 'a', ['Hi'])).toBeNull()
  expect(state().target).toMatchObject({ messageId: 'a', kind: 'hit', words: ['Hi'] })
  expect(bridge.count('branches.switch')).toBe(0)
  expect(await thread.openAt('c', 'b')).toBeNull()
  expect(ids(state)).toEqual(['v', 'b'])
  bridge.answer('branches.switch', () => failed('read-only', 'It can only be read.'))
  expect(await thread.openAt('c', 'elsewhere')).toEqual({
    code: 'read-only',
    message: 'It can only be read.',
  })
  expect(ids(state)).toEqual(['u', 'a'])
})

test('a conversation that is deleted leaves the screen, whoever deleted it', async () => {
  const { bridge, thread, state } = rig()
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, [user('u', 'Hi')])))
  await thread.open('c')
  bridge.emit('conversations.changed', { changed: [], removed: ['other'] })
  expect(state().openId).toBe('c')
  bridge.emit('conversations.changed', { changed: [], removed: ['c'] })
  expect(state().openId).toBeNull()
})
