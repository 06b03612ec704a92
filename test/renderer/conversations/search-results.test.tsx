// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SearchField } from '../../../renderer/conversations/search-field.tsx'
import { SearchResults } from '../../../renderer/conversations/search-results.tsx'
import type { SearchResult } from '../../../shared/chat/search.ts'
import { type FakeBridge, failed, ok } from '../fake-bridge.ts'
import { click, type Mounted, mount, press, type } from '../mount.tsx'

let page: Mounted
afterEach(() => page.unmount())

const RESULT: SearchResult = {
  titles: [
    {
      conversationId: 't',
      title: [
        { text: 'About ', hit: false },
        { text: 'birds', hit: true },
      ],
      updatedAtMs: 0,
    },
  ],
  messages: [
    {
      conversationId: 'c',
      conversationTitle: 'A chat',
      messageId: 'm',
      role: 'user',
      createdAtMs: 0,
      snippet: [
        { text: '<b>', hit: false },
        { text: 'birds', hit: true },
      ],
    },
  ],
  more: false,
  method: 'full-text',
}

async function search(query: string, prepare: (bridge: FakeBridge) => void): Promise<void> {
  page = await mount(
    <div data-sidebar>
      <SearchField />
      <SearchResults />
    </div>,
    prepare,
  )
  await type(page.host.querySelector('input') as HTMLInputElement, query)
  await act(async () => new Promise((resolve) => setTimeout(resolve, 150)))
}
const hits = () => [...page.host.querySelectorAll<HTMLElement>('[data-hit]')]

test('what was found is text with marks, and opens at its message', async () => {
  await search('birds', (bridge) => bridge.answer('conversations.search', () => ok(RESULT)))
  expect(hits().map((hit) => hit.querySelector('mark')?.textContent)).toEqual(['birds', 'birds'])
  expect(hits()[1]?.textContent).toContain('You: <b>birds')
  await click(hits()[1])
  expect(page.bridge.calls.at(-1)).toEqual({ name: 'conversations.open', input: { id: 'c' } })
})

test('the arrow keys go from the field to what was found and back, Escape clears', async () => {
  await search('birds', (bridge) => bridge.answer('conversations.search', () => ok(RESULT)))
  const field = page.host.querySelector('input') as HTMLInputElement
  await press(field, 'ArrowDown')
  expect(document.activeElement).toBe(hits()[0])
  await press(hits()[0] as HTMLElement, 'ArrowDown')
  expect(document.activeElement).toBe(hits()[1])
  await press(hits()[1] as HTMLElement, 'ArrowUp')
  await press(hits()[0] as HTMLElement, 'ArrowUp')
  expect(document.activeElement).toBe(field)
  await press(field, 'Escape')
  expect(field.value).toBe('')
})

test('without an index it says so, and also that nothing was found', async () => {
  await search('x', (bridge) =>
    bridge.answer('conversations.search', () =>
      ok({ titles: [], messages: [], more: false, method: 'simple' }),
    ),
  )
  expect(page.host.textContent).toContain('no full-text index')
  expect(page.host.textContent).toContain('Nothing found')
})

test('a failure is an alert', async () => {
  await search('x', (bridge) => bridge.answer('conversations.search', () => failed('internal', 'It broke.')))
  expect(page.host.querySelector('[role="alert"]')?.textContent).toBe('The search failed. It broke.')
})
