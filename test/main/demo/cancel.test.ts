import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import {
  CHAT_PATH,
  chat,
  framesOf,
  metric,
  open,
  readAnswer,
  readUntil,
  send,
  untilMetric,
} from './client.ts'

let server: DemoServer
beforeEach(async () => {
  server = await startDemoServer({ rateTokS: 50 })
})
afterEach(() => server.close())

const cancel = (id: string) =>
  send(`${server.url}${CHAT_PATH}/${encodeURIComponent(id)}/cancel`, { method: 'POST' })

test('ends a stream with the finish reason "cancelled", without usage or profile', async () => {
  const headers = { 'X-Request-ID': 'mid/stream', 'X-AFM-Profile': 'extended' }
  const response = await open(server.url + CHAT_PATH, { body: chat('long'), headers })
  const before = await readUntil(response, /"content":"[^"]/)
  const answer = await cancel('mid/stream')
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual({
    id: 'mid/stream',
    object: 'chat.completion.cancellation',
    cancelled: true,
  })
  const all = framesOf(before + (await readAnswer(response)).text)
  expect(all.at(-1)).toBe('[DONE]')
  expect(all.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'cancelled' }] })
  expect(JSON.stringify(all)).not.toMatch(/"usage"|afm_profile/)
})

test('cancels while the prompt is still prefilled', async () => {
  const prompt = 'many words to read '.repeat(20_000)
  const response = await open(server.url + CHAT_PATH, {
    body: chat(prompt),
    headers: { 'OpenAI-Request-ID': 'prefill' },
  })
  expect((await cancel('prefill')).status).toBe(200)
  const all = framesOf((await readAnswer(response)).text)
  expect(all).toHaveLength(3)
  expect(all[1]).toMatchObject({ choices: [{ finish_reason: 'cancelled' }] })
  expect(await metric(server.url, 'prompt_tokens_total')).toBe(0)
})

test('cancels before any header has come', async () => {
  // Without a stream the headers come only when the reply is complete.
  const answered = send(server.url + CHAT_PATH, {
    body: chat('long', { stream: false }),
    headers: { 'X-Request-ID': 'no-headers-yet' },
  })
  await untilMetric(server.url, 'num_requests_running', 1)
  expect((await cancel('no-headers-yet')).status).toBe(200)
  const answer = await answered
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text).choices[0].finish_reason).toBe('cancelled')
})

test.each([['never-seen'], ['finished']])('answers 404 for an id that is %s', async (id) => {
  await send(server.url + CHAT_PATH, {
    body: chat('hi', { max_tokens: 1 }),
    headers: { 'X-Request-ID': 'finished' },
  })
  const answer = await cancel(id)
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.text)).toEqual({ id, object: 'chat.completion.cancellation', cancelled: false })
})

test('does not take the chunk id for the request id', async () => {
  const response = await open(server.url + CHAT_PATH, { body: chat('long') })
  const id = /"id":"(chatcmpl-[0-9A-F]{8})"/.exec(await readUntil(response, /chatcmpl-[0-9A-F]{8}"/))?.[1]
  expect((await cancel(id ?? '')).status).toBe(404)
  expect((await cancel(String(response.headers['x-request-id']))).status).toBe(200)
  response.resume()
})

test('refuses an id that cannot be decoded', async () => {
  const answer = await send(`${server.url}${CHAT_PATH}/%E0%A4%A/cancel`, { method: 'POST' })
  expect(answer.status).toBe(400)
})
