import { existsSync, readFileSync } from 'node:fs'
import { AFM_REASONING, afmStream } from '../fixtures/afm-stream.ts'
import { startRawServer } from '../fixtures/raw-server.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

const planCapture = new URL('../../../shared/captures/afm-reasoning-then-answer.sse', import.meta.url)
const captures = [
  { name: 'a stream of AFM’s shape', bytes: () => afmStream(), reasoning: AFM_REASONING },
  ...(existsSync(planCapture)
    ? [{ name: 'a stream a real AFM sent', bytes: () => readFileSync(planCapture), reasoning: null }]
    : []),
]
for (const { name, bytes, reasoning } of captures) {
  test(`${name}, replayed byte for byte, ends up on the screen`, async ({ openApp, atEnd }) => {
    const server = await startRawServer(bytes(), 1)
    atEnd(() => server.close())
    const app = await openApp(server.url)
    await app.send('What is two and two?')
    await expect(app.reply).toHaveAttribute('aria-busy', 'false')
    await expect(app.reply.getByText('Four', { exact: true })).toBeVisible()
    const button = app.reply.getByRole('button', { name: /Reasoning/ })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const shown = app.reply.getByRole('region', { name: 'Reasoning text' })
    await expect.poll(async () => (await shown.textContent())?.length).toBe(447)
    if (reasoning !== null) expect(await shown.textContent()).toBe(reasoning)
  })
}

test('reasoning and two interleaved tool calls', async ({ openApp, serve }) => {
  const go = Promise.withResolvers<void>()
  const call = (index: number, args: string, id?: string, name?: string) =>
    chunk({
      tool_calls: [{ index, ...(id && { id }), function: { ...(name && { name }), arguments: args } }],
    })
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    response.write(chunk({ content: '', reasoning_content: 'I need two tools.' }))
    response.write(call(0, '{"city":', 'a', 'get_weather') + call(1, '{"runs":', 'b', 'run_benchmark'))
    await go.promise
    response.end(call(0, '"Bern"}') + call(1, '3') + chunk({}, 'tool_calls') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('Use tools')
  const weather = app.reply.getByRole('group', { name: 'Tool call get_weather' })
  const benchmark = app.reply.getByRole('group', { name: 'Tool call run_benchmark' })
  await expect(weather).toContainText('writing arguments, 8 characters')
  await expect(app.reply).toHaveAttribute('aria-busy', 'true')
  go.resolve()
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await expect(weather).toContainText('"city": "Bern"')
  await expect(benchmark).toContainText('{"runs":3')
  await expect(benchmark).toContainText('not valid JSON')
})

test('an error-marked chunk: the text stays, the alert says what the server said', async ({
  openApp,
  serve,
}) => {
  let fails = true
  const server = await serve((request, response) => {
    beginStream(request, response)
    const mark = { role: 'assistant', content: '⚠️ **Context window exceeded**\n\nToo many tokens.' }
    response.end(chunk({ content: 'Half an answer' }) + (fails ? chunk(mark) : chunk({}, 'stop')) + DONE)
    fails = false
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await expect(app.alert).toContainText('Context window exceeded')
  await expect(app.alert).toContainText('Too many tokens.')
  await expect(app.reply).toContainText('Half an answer')
  await expect(app.reply).not.toContainText('⚠️')
  await app.page.getByRole('button', { name: 'Retry' }).click()
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await expect(app.alert).toHaveCount(0)
})

test('a dropped connection keeps the text and says so', async ({ openApp, serve }) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.write(chunk({ content: 'Before the drop' }))
    setTimeout(() => response.destroy(), 50)
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await expect(app.reply).toContainText('Before the drop')
  await expect(app.reply).toContainText(/connection closed before/i)
})

test('a busy server: title, message, and when to retry', async ({ openApp, serve }) => {
  const server = await serve((_request, response) => {
    response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
      .end('{"error":{"message":"All slots are taken","type":"server_busy"}}')
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await expect(app.alert).toContainText('503')
  await expect(app.alert).toContainText('All slots are taken')
  await expect(app.page.getByRole('button', { name: /Retry/ })).toBeVisible()
})

test('a JSON body where a stream was asked for', async ({ openApp, serve }) => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content: 'All **at once**' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 },
      }),
    )
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await expect(app.reply.getByText('at once')).toHaveCSS('font-weight', /[67]00/)
  await expect(app.reply).toContainText('4 tokens')
})

test('a server that is not there: what to do, and the message is not lost', async ({ openApp, serve }) => {
  const server = await serve(() => {})
  await server.close()
  const app = await openApp(server.url)
  await app.send('Is anybody there?')
  await expect(app.alert).toContainText('Nothing listens on')
  await expect(app.page.getByRole('article', { name: 'Your message' })).toContainText('Is anybody there?')
  await app.page.getByRole('button', { name: 'Open settings' }).click()
  await expect(app.page.getByRole('dialog')).toBeVisible()
})

test('unreadable frames are counted', async ({ openApp, serve }) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(`${chunk({ content: 'be' })}data: : PROCESSING\n\n${chunk({ content: 'fore' })}${DONE}`)
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await expect(app.reply).toContainText('before')
  await expect(app.reply).toContainText(/1 frame could not be read/)
})
