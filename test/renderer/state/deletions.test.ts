import { expect, test } from 'vitest'
import { createStores, listen } from '../../../renderer/state/stores.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'
import { conversation, reply, turnOf, user } from '../samples.ts'

async function rig() {
  const bridge = new FakeBridge()
  const stores = createStores(bridge, () => 0)
  listen(stores)
  const whole = conversation('c', [user('u', 'Hi'), reply('a', 'u', { ...turnOf('a'), end: 'done' })])
  bridge.answer('conversations.open', ({ id }) => ok({ ...whole, id }))
  bridge.answer('conversations.delete', ({ id }) => {
    bridge.emit('conversations.changed', { changed: [], removed: [id] })
    return ok({ deletionId: `of ${id}` })
  })
  bridge.answer('deletions.undo', ({ deletionId }) => {
    const id = deletionId.replace('of ', '')
    bridge.emit('branches.changed', { conversationId: id })
    return ok({ ...whole, id })
  })
  await stores.thread.open('c')
  const { deletions, thread } = stores
  return {
    bridge,
    deletions,
    whole,
    words: () => deletions.store.getState().list.map((deletion) => deletion.words),
    openId: () => thread.store.getState().openId,
    branch: () => thread.store.getState().branch.map(({ id }) => id),
  }
}

test('deletions stack, and the latest is undone first', async () => {
  const { bridge, deletions, words } = await rig()
  await deletions.deleteConversation('x', 'First')
  await deletions.deleteConversation('y', 'Second')
  expect(words()).toEqual(['“First” deleted', '“Second” deleted'])
  await deletions.undo()
  expect(words()).toEqual(['“First” deleted'])
  await deletions.undo()
  await deletions.undo()
  expect(bridge.calls.filter(({ name }) => name === 'deletions.undo').map(({ input }) => input)).toEqual([
    { deletionId: 'of y' },
    { deletionId: 'of x' },
  ])
})

test('a conversation that was open leaves the screen, and comes back to it', async () => {
  const { deletions, openId, branch } = await rig()
  await deletions.deleteConversation('c', 'Title')
  expect(openId()).toBeNull()
  await deletions.undo()
  expect(openId()).toBe('c')
  await expect.poll(branch).toEqual(['u', 'a'])
})

test('one that was not open does not push itself in front', async () => {
  const { deletions, openId } = await rig()
  await deletions.deleteConversation('other', 'Other')
  await deletions.undo()
  expect(openId()).toBe('c')
})

test('a deleted branch is shown as main answers it, and read but once', async () => {
  const { bridge, deletions, whole, branch } = await rig()
  bridge.answer('branches.delete', () => {
    bridge.emit('branches.changed', { conversationId: 'c' })
    const left = conversation('c', whole.messages.slice(0, 1))
    return ok({ deletionId: 'of c', conversation: left })
  })
  expect(await deletions.deleteBranch('c', 'a', 'Reply deleted')).toBeNull()
  expect(branch()).toEqual(['u'])
  await deletions.undo()
  expect(branch()).toEqual(['u', 'a'])
  expect(bridge.count('conversations.open')).toBe(1)
})

test('what could not be deleted or undone is told', async () => {
  const { bridge, deletions, words } = await rig()
  bridge.answer('conversations.delete', () => failed('read-only', 'No.'))
  expect((await deletions.deleteConversation('x', 'X'))?.message).toBe('No.')
  expect(words()).toEqual([])
  bridge.answer('branches.delete', () => failed('busy', 'A reply is still coming.'))
  expect((await deletions.deleteBranch('c', 'a', 'Reply'))?.code).toBe('busy')
  expect(words()).toEqual([])
})
