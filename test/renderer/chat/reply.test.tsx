// @vitest-environment happy-dom
import { act, Profiler } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Reply } from '../../../renderer/chat/reply.tsx'
import { UserBubble } from '../../../renderer/chat/user-bubble.tsx'
import { StoresContext, useThread } from '../../../renderer/state/context.ts'
import { createStores, listen, type Stores } from '../../../renderer/state/stores.ts'
import type { ReplyMessage } from '../../../shared/chat/conversation.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { FakeBridge, ok } from '../fake-bridge.ts'
import { batch, content, conversation, done, reply, turnOf, user } from '../samples.ts'

let bridge: FakeBridge
let stores: Stores
let host: HTMLElement
let unmount: () => void
/** How often each message was rendered. */
const renders = new Map<string, number>()

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  renders.clear()
  bridge = new FakeBridge()
  stores = createStores(bridge, () => 0)
  listen(stores)
  host = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  unmount()
  host.remove()
})

/** The thread's rows without the virtualiser, which needs a layout. */
function Rows() {
  const branch = useThread((state) => state.branch)
  return branch.map((message) => (
    <Profiler
      key={message.id}
      id={message.id}
      onRender={(id) => void renders.set(id, (renders.get(id) ?? 0) + 1)}
    >
      {message.role === 'user' && <UserBubble message={message} />}
      {message.role === 'assistant' && <Reply message={message} />}
    </Profiler>
  ))
}

async function show(...replies: ReplyMessage[]): Promise<void> {
  const messages = replies.flatMap((message, index) => [
    user(message.parentId, `Question ${index}`, replies[index - 1]?.id ?? null),
    message,
  ])
  bridge.answer('conversations.open', ({ id }) => ok(conversation(id, messages)))
  bridge.answer('turns.attach', ({ turnId }) => ok({ turnId, seq: 0, turn: turnOf(turnId) }))
  const root = createRoot(host)
  unmount = () => act(() => root.unmount())
  await act(async () => {
    root.render(
      <StoresContext value={stores}>
        <Rows />
      </StoresContext>,
    )
    await stores.thread.open('c')
  })
}

const stream = (turnId: string, seq: number, ...events: StreamEvent[]) =>
  act(async () => bridge.emit('turns.batches', [batch(turnId, seq, ...events)]))
const article = () => [...host.querySelectorAll('[aria-label="Reply"]')].at(-1)

test('while a reply streams, it alone renders', async () => {
  await show(reply('a', 'u1', turnOf('a', content('first'), done())), reply('b', 'u2'))
  const before = new Map(renders)
  for (let seq = 1; seq <= 20; seq++) await stream('b', seq, content('word ', 100 + seq))
  expect(article()?.textContent).toContain('word word')
  for (const id of ['u1', 'a', 'u2']) expect([id, renders.get(id)]).toEqual([id, before.get(id)])
  expect(renders.get('b')).toBeGreaterThanOrEqual(20)
})

test('a reply is busy until it has ended, and its figures follow', async () => {
  await show(reply('a', 'u1'))
  expect(article()?.getAttribute('aria-busy')).toBe('true')
  await stream('a', 1, content('Hi', 100), content('!', 600))
  await stream('a', 2, { type: 'usage', atMs: 700, usage: { completionTokens: 3 } }, done(700))
  expect(article()?.getAttribute('aria-busy')).toBe('false')
  expect(article()?.textContent).toContain('3 tokens4.00 tok/s0.10 s to first token')
  expect(article()?.textContent).toContain('server: tokens · measured here: rate, first token')
})

test('reasoning is folded away behind its button', async () => {
  await show(reply('a', 'u1'))
  await stream('a', 1, { type: 'reasoning', atMs: 100, text: 'Let me see', deltas: 1 })
  await stream(
    'a',
    2,
    { type: 'reasoning', atMs: 3300, text: '.', deltas: 1 },
    content('Four', 3400),
    done(3500),
  )
  const button = host.querySelector<HTMLElement>('button[aria-expanded]')
  expect(button?.getAttribute('aria-label')).toBe('Reasoning, 3.2 s')
  expect(button?.textContent).toBe('Reasoned for3.2 s')
  expect(host.textContent).not.toContain('Let me see')
  await act(async () => button?.click())
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  expect(host.textContent).toContain('Let me see.')
})

test('each tool call is a group by its name, complete or not', async () => {
  await show(reply('a', 'u1'))
  const piece = (slot: number, text: string, name?: string): StreamEvent => ({
    type: 'toolCall',
    atMs: 100,
    slot,
    index: slot,
    arguments: text,
    ...(name !== undefined && { name }),
  })
  await stream('a', 1, piece(0, '{"city":', 'get_weather'), piece(1, '{"a":', ''), piece(2, '', 'now'))
  const group = (name: string) => host.querySelector(`[role="group"][aria-label="Tool call ${name}"]`)
  expect(group('get_weather')?.textContent).toContain('writing arguments, 8 characters')
  await stream('a', 2, piece(0, '"Bern"}'), done())
  expect(group('get_weather')?.querySelector('pre')?.textContent).toBe('{\n  "city": "Bern"\n}')
  expect(group('unnamed')?.textContent).toContain('arguments are not valid JSON{"a":')
  expect(group('now')?.textContent).toContain('no arguments')
})

test('a failure is an alert with what to do, and the text before it stays', async () => {
  await show(reply('a', 'u1'))
  const error = { title: 'Backend Authentication Required (HTTP 401)', message: 'No key.', status: 401 }
  await stream('a', 1, content('Half'), { type: 'error', atMs: 200, error }, done())
  const alert = host.querySelector('[role="alert"]')
  expect(alert?.textContent).toContain('No key.')
  const buttons = [...(alert?.querySelectorAll('button') ?? [])].map((button) => button.textContent)
  expect(buttons).toEqual(['Retry', 'Open settings'])
  expect(article()?.textContent).toContain('Half')
  await act(async () => alert?.querySelector('button')?.click())
  expect(bridge.calls.at(-1)).toEqual({ name: 'turns.retry', input: { conversationId: 'c', replyId: 'a' } })
})

test.each([
  ['Stopped · the server confirmed', { type: 'done', atMs: 9, end: 'done', stopped: 'server' }],
  ['Stopped · connection closed', { type: 'done', atMs: 9, end: 'closed', stopped: 'connection' }],
  ['The connection closed before the reply was complete.', { type: 'done', atMs: 9, end: 'closed' }],
] as const)('it says %s', async (words, end) => {
  await show(reply('a', 'u1'))
  await stream('a', 1, content('Half'), end)
  expect(article()?.textContent).toContain(words)
  expect(host.querySelector('[role="alert"]')).toBeNull()
})

test('unreadable frames, a cut and a missing grammar are told', async () => {
  await show(reply('a', 'u1'))
  const warning = { type: 'warning', atMs: 1, message: 'Not JSON', excerpt: '{"x' } as const
  await stream(
    'a',
    1,
    { type: 'opened', atMs: 1, requestId: 'a', grammarDowngraded: true },
    content('x'),
    warning,
    warning,
    { type: 'finish', atMs: 2, reason: 'length' },
    done(),
  )
  expect(article()?.textContent).toContain('2 frames could not be read')
  expect(article()?.textContent).toContain('Cut off at the token limit.')
  expect(article()?.textContent).toContain('does not enforce the grammar')
})
