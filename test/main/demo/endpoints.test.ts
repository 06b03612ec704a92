import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import { CHAT_PATH, chat, metric, open, readUntil, send, untilMetric } from './client.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 1000 })
})
afterAll(() => server.close())

const get = async (path: string) => {
  const answer = await send(server.url + path)
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text)
}
const post = (path: string, body: object) => send(server.url + path, { body })

test('GET /health', async () => {
  expect(await get('/health')).toEqual({
    status: 'healthy',
    timestamp: expect.any(Number),
    version: expect.any(String),
  })
})

test('GET /v1/models lists plainly canned models, loaded, unloaded and for embeddings', async () => {
  const { data, models } = await get('/v1/models')
  expect(data.every((model: { id: string }) => model.id.startsWith('demo/'))).toBe(true)
  expect(data[0]).toMatchObject({ owned_by: 'demo', status: { value: 'loaded' }, max_context_length: 32_768 })
  expect(data[1].status.value).toBe('unloaded')
  expect(models.map((model: { model: string }) => model.model)).toEqual(
    data.map((model: { id: string }) => model.id),
  )
  expect(models.at(-1).capabilities).toEqual(['embeddings'])
})

test('a model that is asked is loaded from then on', async () => {
  const own = await startDemoServer({ rateTokS: 1000 })
  try {
    const model = 'demo/canned-replies-large'
    const answer = await send(own.url + CHAT_PATH, { body: chat('hi', { model, max_tokens: 1 }) })
    expect(answer.text).toContain('demo\\/canned-replies-large')
    const list = JSON.parse((await send(`${own.url}/v1/models`)).text)
    expect(list.data.find((entry: { id: string }) => entry.id === model).status.value).toBe('loaded')
  } finally {
    await own.close()
  }
})

test('GET /props tells the window of the model that is asked for', async () => {
  const props = await get('/props?model=demo%2Fcanned-replies-large')
  expect(props).toMatchObject({
    default_generation_settings: { n_ctx: 131_072 },
    modalities: { vision: true },
    build_info: expect.stringMatching(/^AFM /),
  })
  expect((await get('/props')).default_generation_settings.n_ctx).toBe(32_768)
})

test('POST /v1/tokenize and /v1/count_tokens agree with each other and with usage', async () => {
  const text = 'Hello there, 12345 words — naïve 🙂 text.\n\n  Indented'
  const tokens = JSON.parse((await post('/v1/tokenize', { text })).text)
  expect(tokens.tokens).toHaveLength(tokens.count)
  expect(tokens).toMatchObject({ model: 'demo/canned-replies', max_model_len: 32_768 })
  const counted = JSON.parse((await post('/v1/count_tokens', { prompt: text })).text)
  expect(counted).toEqual({ input_tokens: tokens.count, model: 'demo/canned-replies' })
  const whole = await post(
    CHAT_PATH,
    chat('hi', { stream: false, stop: ['\n'], chat_template_kwargs: { enable_thinking: false } }),
  )
  const { choices, usage } = JSON.parse(whole.text)
  const answer = JSON.parse((await post('/v1/count_tokens', { text: choices[0].message.content })).text)
  expect(answer.input_tokens).toBe(usage.completion_tokens)
})

test('the Foundation stand-in has no tokenizer', async () => {
  const answer = await post('/v1/tokenize', { text: 'a', model: 'demo/foundation' })
  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.text).error.code).toBe('tokenize_unsupported')
  expect((await post('/v1/tokenize', { words: 'a' })).status).toBe(400)
})

test('GET /metrics counts what really happened', async () => {
  const own = await startDemoServer({ rateTokS: 1000 })
  try {
    expect(await metric(own.url, 'generation_tokens_total')).toBe(0)
    await send(own.url + CHAT_PATH, { body: chat('hi', { max_tokens: 12 }) })
    expect(await metric(own.url, 'generation_tokens_total')).toBe(12)
    expect(await metric(own.url, 'prompt_tokens_total')).toBeGreaterThan(0)
    expect(await metric(own.url, 'time_to_first_token_seconds_count')).toBe(1)
    const response = await open(own.url + CHAT_PATH, { body: chat('long') })
    await readUntil(response, /reasoning_content/)
    expect(await metric(own.url, 'num_requests_running')).toBe(1)
    expect(await metric(own.url, 'gpu_cache_usage_perc')).toBeGreaterThan(0)
    response.destroy()
    await untilMetric(own.url, 'num_requests_running', 0)
    expect(await metric(own.url, 'gpu_cache_usage_perc')).toBe(0)
    const { text, headers } = await send(`${own.url}/metrics`)
    expect(headers['content-type']).toContain('version=0.0.4')
    expect(text).toContain('# TYPE afm:time_to_first_token_seconds histogram')
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) afm:\w+ .+|afm:\w+\{model_name="[^"]+"(,le="[^"]+")?\} [\d.e+-]+)$/,
      )
    }
  } finally {
    await own.close()
  }
})

test('GET /openapi.json describes routes that are there, all of them', async () => {
  const { openapi, paths } = await get('/openapi.json')
  expect(openapi).toMatch(/^3\./)
  expect(Object.keys(paths)).toHaveLength(9)
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations as object)) {
      const answer = await send(server.url + path.replace('{id}', 'nobody'), { method: method.toUpperCase() })
      const known = path.includes('{id}') ? [404] : method === 'get' ? [200] : [400]
      expect(known, `${method} ${path}`).toContain(answer.status)
      if (path.includes('{id}')) expect(JSON.parse(answer.text).cancelled).toBe(false)
    }
  }
})
