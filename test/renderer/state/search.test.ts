import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSearch } from '../../../renderer/state/search.ts'
import type { MessageHit, SearchResult } from '../../../shared/chat/search.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hit = (messageId: string): MessageHit => ({
  conversationId: 'c',
  conversationTitle: 'C',
  messageId,
  role: 'user',
  createdAtMs: 0,
  snippet: [{ text: messageId, hit: true }],
})
const found = (more: boolean, ...ids: string[]): SearchResult => ({
  titles: [],
  messages: ids.map(hit),
  more,
  method: 'full-text',
})

function rig() {
  const bridge = new FakeBridge()
  const search = createSearch(bridge)
  return {
    bridge,
    search,
    state: () => search.store.getState(),
    shown: () => search.store.getState().result?.messages.map(({ messageId }) => messageId),
  }
}

test('one question is asked when the typing pauses', async () => {
  const { bridge, search, shown } = rig()
  bridge.answer('conversations.search', ({ query }) => ok(found(false, query)))
  for (const query of ['s', 'sq', 'sql']) search.setQuery(query)
  await vi.advanceTimersByTimeAsync(500)
  expect(bridge.count('conversations.search')).toBe(1)
  expect(shown()).toEqual(['sql'])
})

test('a slow answer to an older question is not shown', async () => {
  const { bridge, search, shown } = rig()
  const answers: (() => void)[] = []
  bridge.answer('conversations.search', async ({ query }) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return ok(found(false, query))
  })
  search.setQuery('old')
  await vi.advanceTimersByTimeAsync(500)
  search.setQuery('new')
  await vi.advanceTimersByTimeAsync(500)
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual(['new'])
})

test('pages follow one another, and stop at the last', async () => {
  const { bridge, search, shown, state } = rig()
  bridge.answer('conversations.search', ({ offset = 0 }) =>
    ok(offset === 0 ? found(true, 'a', 'b') : found(false, 'c')),
  )
  search.setQuery('x')
  await vi.advanceTimersByTimeAsync(500)
  await search.more()
  await search.more()
  expect(shown()).toEqual(['a', 'b', 'c'])
  expect(state().result?.more).toBe(false)
  expect(bridge.calls.map(({ input }) => input)).toEqual([
    { query: 'x', limit: 50, offset: 0 },
    { query: 'x', limit: 50, offset: 2 },
  ])
})

test('a failure is told, and clearing the field forgets everything', async () => {
  const { bridge, search, state } = rig()
  bridge.answer('conversations.search', () => failed('internal', 'Broken.'))
  search.setQuery('x')
  await vi.advanceTimersByTimeAsync(500)
  expect(state().failure?.message).toBe('Broken.')
  search.setQuery(' ')
  expect(state()).toEqual({ query: ' ', result: null, pending: false, failure: null })
})
