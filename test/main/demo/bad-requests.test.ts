import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import { CHAT_PATH, chat, readAnswer, send } from './client.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 5000 })
})
afterAll(() => server.close())

test.each<[string, object | string, RegExp]>([
  ['no JSON', '{"messages": [', /not valid JSON/],
  ['not UTF-8 JSON but nothing', '', /not valid JSON/],
  ['an array', [], /request body/i],
  ['no messages', { stream: true }, /messages/],
  ['empty messages', { messages: [] }, /messages: must not be empty/],
  ['messages that are no array', { messages: 'hi' }, /messages: must be an array/],
  ['a role nobody knows', { messages: [{ role: 'king', content: 'hi' }] }, /messages\.0\.role/],
  ['content that is a number', { messages: [{ role: 'user', content: 5 }] }, /messages\.0\.content/],
  ['stop as a plain string', chat('hi', { stop: 'END' }), /stop: must be an array of strings/],
  ['stop with a number', chat('hi', { stop: [1] }), /stop\.0/],
  ['max_tokens 0', chat('hi', { max_tokens: 0 }), /max_tokens/],
  ['a temperature that is text', chat('hi', { temperature: 'hot' }), /temperature/],
  ['stream that is text', chat('hi', { stream: 'yes' }), /stream/],
  [
    'tools without a name',
    chat('hi', { tools: [{ type: 'function', function: {} }] }),
    /tools\.0\.function\.name/,
  ],
  ['an embedding model', chat('hi', { model: 'demo/canned-embeddings' }), /cannot chat/],
])('400 for %s', async (_name, body, message) => {
  const answer = await send(server.url + CHAT_PATH, { body })
  expect(answer.status).toBe(400)
  const { error } = JSON.parse(answer.text)
  expect(error.type).toBe('invalid_request_error')
  expect(error.message).toMatch(message)
})

test('null means "not given"', async () => {
  const nulls = {
    stop: null,
    max_tokens: null,
    temperature: null,
    tools: null,
    stream_options: null,
    seed: null,
  }
  const answer = await send(server.url + CHAT_PATH, {
    body: chat('drop', { ...nulls, max_completion_tokens: 1 }),
  })
  expect(answer.status).toBe(200)
})

test('413 for a body that says it is too large, before it is sent', async () => {
  const answer = await new Promise<Awaited<ReturnType<typeof readAnswer>>>((resolve, reject) => {
    const headers = { 'Content-Length': String(40 * 1024 * 1024) }
    const sent = request(server.url + CHAT_PATH, { method: 'POST', agent: false, headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      void readAnswer(response).then(resolve)
      sent.destroy()
    })
    sent.write('{')
  })
  expect(answer.status).toBe(413)
})

test('413 for a body that turns out too large', async () => {
  const body = JSON.stringify(chat('x'.repeat(33 * 1024 * 1024)))
  const answer = await send(server.url + CHAT_PATH, { body, headers: { 'Transfer-Encoding': 'chunked' } })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.text).error.type).toBe('payload_too_large')
})

test('404 for an unknown path, in the envelope', async () => {
  for (const path of ['/', '/v1', '/v1/chat/completions/', '/v1/chat/completions//cancel', '/health/x']) {
    const answer = await send(server.url + path)
    expect(answer.status, path).toBe(404)
    expect(JSON.parse(answer.text).error.message).toContain(path)
  }
})

test('405 with Allow for a wrong method', async () => {
  const answers = [
    [await send(server.url + CHAT_PATH), 'POST'],
    [await send(`${server.url}/health`, { method: 'DELETE' }), 'GET'],
    [await send(`${server.url}${CHAT_PATH}/x/cancel`), 'POST'],
  ] as const
  for (const [answer, allow] of answers) {
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe(allow)
  }
})

test.each([
  ['attacker.example', 403],
  ['127.0.0.1.attacker.example', 403],
  ['127.0.0.1@attacker.example', 403],
  ['localhost:1234', 200],
  ['[::1]:80', 200],
])('a Host header of %s gets %i', async (host, status) => {
  expect((await send(`${server.url}/health`, { headers: { Host: host } })).status).toBe(status)
})

test('does not listen where others can reach it, nor at a rate that makes no sense', async () => {
  await expect(startDemoServer({ host: '0.0.0.0' })).rejects.toThrow(/only listens on this machine/)
  for (const rateTokS of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(startDemoServer({ rateTokS })).rejects.toThrow(/rate/)
  }
})
