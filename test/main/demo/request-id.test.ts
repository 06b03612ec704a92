import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import { CHAT_PATH, chat, send } from './client.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 5000 })
})
afterAll(() => server.close())

test.each([
  ['X-Request-ID', { 'X-Request-ID': ' mine-1 ' }, 'mine-1'],
  ['OpenAI-Request-ID', { 'OpenAI-Request-ID': 'mine-2' }, 'mine-2'],
  ['the first of both', { 'OpenAI-Request-ID': 'later', 'X-Request-ID': 'first' }, 'first'],
  ['the first that is not empty', { 'X-Request-ID': '  ', 'OpenAI-Request-ID': 'mine-3' }, 'mine-3'],
])('echoes the id from %s in both headers', async (_name, headers, id) => {
  const answer = await send(server.url + CHAT_PATH, { body: chat('hi', { max_tokens: 1 }), headers })
  expect(answer.headers['x-request-id']).toBe(id)
  expect(answer.headers['openai-request-id']).toBe(id)
})

test('mints an id of its own, a new one each time', async () => {
  const ask = () => send(server.url + CHAT_PATH, { body: chat('hi', { max_tokens: 1 }) })
  const ids = [await ask(), await ask()].map((answer) => answer.headers['x-request-id'])
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids[0]).not.toBe(ids[1])
})

test('says the id in the error envelope too', async () => {
  const answer = await send(server.url + CHAT_PATH, { body: '{', headers: { 'X-Request-ID': 'broken-1' } })
  expect(JSON.parse(answer.text).error.request_id).toBe('broken-1')
  expect(answer.headers['x-request-id']).toBe('broken-1')
})
