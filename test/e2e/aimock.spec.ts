import { LLMock } from '@copilotkit/aimock'
import { type AppPage, expect, test } from './app.ts'

/** A server that nobody here wrote, with the answers these tests ask for. */
async function startMock(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, chunkSize: 5 })
  mock.onMessage('say hello', { content: 'Hello from **another** server, in many small pieces.' })
  mock.onMessage('think first', { content: 'The answer is 42.', reasoning: 'Six times seven, I believe.' })
  mock.onMessage('use a tool', {
    toolCalls: [
      { id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo","unit":"celsius"}' },
      { id: 'call_2', name: 'get_time', arguments: '{"zone":"Europe/Oslo"}' },
    ],
  })
  mock.onMessage('too fast', {
    error: { message: 'Rate limit reached', type: 'rate_limit_error' },
    status: 429,
    retryAfter: 1,
  })
  mock.onMessage(
    'break off',
    { content: 'This sentence will never be complete.' },
    { latency: 20, truncateAfterChunks: 4 },
  )
  await mock.start()
  return mock
}

let mock: LLMock
test.beforeEach(async () => {
  mock = await startMock()
})
test.afterEach(async () => {
  await mock.stop()
})

async function ask(app: AppPage, text: string): Promise<void> {
  await app.send(text)
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
}

test('text in pieces', async ({ openApp }) => {
  const app = await openApp(mock.url)
  await ask(app, 'say hello')
  await expect(app.reply).toContainText('Hello from another server, in many small pieces.')
})

test('reasoning', async ({ openApp }) => {
  const app = await openApp(mock.url)
  await ask(app, 'think first')
  await expect(app.reply).toContainText('The answer is 42.')
  await app.reply.getByRole('button', { name: /Reasoning/ }).click()
  await expect(app.reply.getByRole('region', { name: 'Reasoning text' })).toHaveText(
    'Six times seven, I believe.',
  )
})

test('tool calls in pieces', async ({ openApp }) => {
  const app = await openApp(mock.url)
  await ask(app, 'use a tool')
  await expect(app.reply.getByRole('group', { name: 'Tool call get_weather' })).toContainText(
    '"city": "Oslo"',
  )
  await expect(app.reply.getByRole('group', { name: 'Tool call get_time' })).toContainText('Europe/Oslo')
})

test('too many requests', async ({ openApp }) => {
  const app = await openApp(mock.url)
  await ask(app, 'too fast')
  await expect(app.alert).toContainText('429')
  await expect(app.alert).toContainText('Rate limit reached')
})

test('a truncated stream', async ({ openApp }) => {
  const app = await openApp(mock.url)
  await ask(app, 'break off')
  await expect(app.reply).toContainText('This sente')
  await expect(app.reply).toContainText(/connection closed before/i)
})
