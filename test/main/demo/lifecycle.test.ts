import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import { CHAT_PATH, chat, framesOf, send } from './client.ts'

interface Chunk {
  readonly choices?: readonly { readonly delta: Record<string, unknown>; readonly finish_reason?: string }[]
  readonly usage?: Record<string, unknown>
  readonly timings?: Record<string, unknown>
  readonly model?: string
}

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 5000 })
})
afterAll(() => server.close())

async function frames(body: object, headers: Record<string, string> = {}): Promise<(Chunk | string)[]> {
  const answer = await send(server.url + CHAT_PATH, { body, headers })
  expect(answer.status).toBe(200)
  expect(answer.broken).toBe(false)
  return framesOf(answer.text) as (Chunk | string)[]
}

const deltas = (all: (Chunk | string)[]) =>
  all.flatMap((chunk) =>
    typeof chunk === 'string' ? [] : (chunk.choices ?? []).map((choice) => choice.delta),
  )

test('comes in the order role, reasoning, content, finish, usage, profile, terminator', async () => {
  const all = await frames(chat('hello'), { 'X-AFM-Profile': 'true' })
  const kinds = all.map((chunk) => {
    if (typeof chunk === 'string') return chunk
    if ('afm_profile' in chunk) return 'profile'
    if (chunk.usage) return 'usage'
    const choice = chunk.choices?.[0]
    if (choice?.finish_reason) return 'finish'
    if (choice?.delta.role) return 'role'
    return choice?.delta.reasoning_content === undefined ? 'content' : 'reasoning'
  })
  const runs = kinds.filter((kind, at) => kind !== kinds[at - 1])
  expect(runs).toEqual(['role', 'reasoning', 'content', 'finish', 'usage', 'profile', '[DONE]'])
})

test('shapes the chunks as AFM does', async () => {
  const all = await frames(chat('hello'))
  const [first, second] = deltas(all)
  expect(first).toEqual({ role: 'assistant', content: '' })
  expect(Object.keys(second ?? {})).toEqual(['reasoning_content', 'content'])
  expect(second?.content).toBe('')
  const finish = all.find((chunk) => typeof chunk !== 'string' && chunk.choices?.[0]?.finish_reason)
  expect((finish as Chunk).choices).toEqual([{ index: 0, delta: {}, finish_reason: 'stop' }])
  expect((all[1] as Chunk).choices?.[0]).not.toHaveProperty('finish_reason')
})

test('writes slashes with Swift escapes and names the model', async () => {
  const answer = await send(server.url + CHAT_PATH, { body: chat('hello', { max_tokens: 1 }) })
  expect(answer.text).toContain('"model":"demo\\/canned-replies"')
  expect((framesOf(answer.text)[0] as Chunk).model).toBe('demo/canned-replies')
})

test('sends usage with timings in a chunk without choices, unless told not to', async () => {
  const usageOf = (all: (Chunk | string)[]) => all.filter((chunk) => typeof chunk !== 'string' && chunk.usage)
  const [usage] = usageOf(await frames(chat('hello'))) as Chunk[]
  expect(usage?.choices).toEqual([])
  const { prompt_tokens, completion_tokens, total_tokens } = usage?.usage ?? {}
  expect(Number(prompt_tokens) + Number(completion_tokens)).toBe(total_tokens)
  expect(usage?.timings).toMatchObject({ prompt_n: prompt_tokens, predicted_n: completion_tokens })
  expect(usageOf(await frames(chat('hello', { stream_options: { include_usage: true } })))).toHaveLength(1)
  expect(usageOf(await frames(chat('hello', { stream_options: { include_usage: false } })))).toHaveLength(0)
})

test('counts one completion token for each delta', async () => {
  const all = await frames(chat('hello'))
  const sent = deltas(all).filter((delta) => delta.role === undefined && Object.keys(delta).length > 0)
  const usage = all.find((chunk) => typeof chunk !== 'string' && chunk.usage) as Chunk
  expect(usage.usage?.completion_tokens).toBe(sent.length)
})

test('gives the Foundation stand-in no reasoning, and its first text with the role', async () => {
  const all = await frames(chat('hello', { model: 'foundation' }))
  const [first] = deltas(all)
  expect(first).toMatchObject({ role: 'assistant', content: 'This' })
  expect(deltas(all).some((delta) => 'reasoning_content' in delta)).toBe(false)
})

test('takes a continued conversation from the prefix cache', async () => {
  const system = { role: 'system', content: 'You answer briefly and exactly. '.repeat(10) }
  const ask = { role: 'user', content: 'Tell me about yourself, please.' }
  const first = await frames({ messages: [system, ask], stream: true })
  const content = deltas(first)
    .map((delta) => delta.content ?? '')
    .join('')
  const usage = (all: (Chunk | string)[]) =>
    (all.find((chunk) => typeof chunk !== 'string' && chunk.usage) as Chunk).usage as {
      prompt_tokens: number
      prompt_tokens_details: { cached_tokens: number }
    }
  expect(usage(first).prompt_tokens_details.cached_tokens).toBe(0)
  const answer = { role: 'assistant', content }
  const again = usage(await frames({ messages: [system, ask, answer, ask], stream: true }))
  expect(again.prompt_tokens_details.cached_tokens).toBeGreaterThan(usage(first).prompt_tokens)
  expect(again.prompt_tokens_details.cached_tokens).toBeLessThan(again.prompt_tokens)
})

test('sends the headers of a stream, and says when it runs without a grammar', async () => {
  const schema = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }
  const plain = await send(server.url + CHAT_PATH, { body: chat('hi', { max_tokens: 1 }) })
  expect(plain.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  expect(plain.headers).not.toHaveProperty('x-grammar-constraints')
  const json = await send(server.url + CHAT_PATH, { body: chat('hi', schema) })
  expect(json.headers['x-grammar-constraints']).toBe('downgraded')
  const text = deltas(framesOf(json.text) as Chunk[])
    .map((delta) => delta.content ?? '')
    .join('')
  expect(JSON.parse(text)).toMatchObject({ demo: true })
  const strict = { tools: [{ type: 'function', function: { name: 'look', strict: true } }] }
  const tools = await send(server.url + CHAT_PATH, { body: chat('hi', { ...strict, max_tokens: 1 }) })
  expect(tools.headers['x-grammar-constraints']).toBe('downgraded')
})

test('answers without a stream with one completion object', async () => {
  const answer = await send(server.url + CHAT_PATH, { body: chat('tool', { stream: false }) })
  expect(answer.headers['content-type']).toContain('application/json')
  expect(JSON.parse(answer.text)).toMatchObject({
    object: 'chat.completion',
    model: 'demo/canned-replies',
    choices: [
      {
        message: {
          role: 'assistant',
          reasoning_content: expect.stringContaining('canned'),
          tool_calls: [
            { index: 0, type: 'function', function: { name: 'get_weather' } },
            { index: 1, type: 'function', function: { name: 'run_benchmark' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { completion_tokens: expect.any(Number) },
  })
})
