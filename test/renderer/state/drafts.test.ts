import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrafts } from '../../../renderer/state/drafts.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function rig() {
  const bridge = new FakeBridge()
  bridge.answer('drafts.save', () => ok(null))
  const drafts = createDrafts(bridge)
  const saves = () => bridge.calls.filter(({ name }) => name === 'drafts.save').map(({ input }) => input)
  return { bridge, drafts, saves, texts: () => drafts.store.getState().texts }
}

test('each conversation keeps its own draft', () => {
  const { drafts, texts } = rig()
  drafts.set(null, 'new')
  drafts.set('c', 'old')
  drafts.set(null, '')
  expect(texts()).toEqual({ c: 'old' })
})

test('typing is saved now and then, the last letter always', async () => {
  const { drafts, saves } = rig()
  for (const text of ['H', 'He', 'Hel']) drafts.set('c', text)
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves()).toEqual([{ conversationId: 'c', text: 'Hel' }])
  drafts.set('c', 'Hello')
  await drafts.flush()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves().slice(1)).toEqual([{ conversationId: 'c', text: 'Hello' }])
})

test('what main could not keep is tried again with the next change', async () => {
  const { bridge, drafts, saves } = rig()
  bridge.answer('drafts.save', () => failed('disk-full', 'The disk is full.'))
  drafts.set('c', 'kept')
  await drafts.flush()
  bridge.answer('drafts.save', () => ok(null))
  drafts.set('d', 'other')
  await drafts.flush()
  expect(saves()).toEqual([
    { conversationId: 'c', text: 'kept' },
    { conversationId: 'c', text: 'kept' },
    { conversationId: 'd', text: 'other' },
  ])
})

test('after a restart the drafts are there, but not over what is being typed', async () => {
  const { bridge, drafts, texts } = rig()
  bridge.answer('drafts.list', () => ok({ '': 'before', c: 'kept', d: 'removed meanwhile' }))
  drafts.set(null, 'typed')
  drafts.set('d', 'x')
  drafts.set('d', '')
  await drafts.load()
  expect(texts()).toEqual({ '': 'typed', c: 'kept' })
})
