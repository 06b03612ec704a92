import { AssistantEndpoint } from '../../main/assistant/endpoint.ts'
import { startAssistantServer } from '../../main/assistant/server.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

test('a page from another port of this machine may ask, in the browser’s own judgement; a foreign one may not', async ({
  browser,
  serve,
  atEnd,
}) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: 'Hello' }) + chunk({}, 'stop') + DONE)
  })
  const endpoint = new AssistantEndpoint(async () => ({ baseUrl: server.url, key: null, model: 'm' }))
  const relay = await startAssistantServer(endpoint, 0)
  atEnd(async () => {
    await relay.close()
    await endpoint.close()
  })
  const context = await browser.newContext()
  atEnd(() => context.close())
  const page = await context.newPage()
  /** What a chat page does: JSON, which the browser asks leave for, and a reader of the stream. */
  const ask = () =>
    page.evaluate(async (url) => {
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] })
      const headers = { 'content-type': 'application/json' }
      try {
        return await (await fetch(url, { method: 'POST', headers, body })).text()
      } catch (error) {
        return String(error)
      }
    }, relay.url)

  await page.goto(`${server.url}/health`)
  expect(await ask()).toBe('event: delta\ndata: Hello\n\nevent: done\ndata: [DONE]\n\n')

  // A site from elsewhere; its page comes out of the test, its Origin is its own.
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'x' }))
  await page.goto('http://evil.example/')
  expect(await ask()).toContain('Failed to fetch')
  expect(server.seen.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)
})
