import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'

// A client nobody here wrote must get along with the double.
let server: DemoServer
let client: OpenAI
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 5000 })
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
})
afterAll(() => server.close())

const messages = [{ role: 'user' as const, content: 'weather, please' }]

test('the openai client streams, merges tool calls and reads usage', async () => {
  const stream = client.chat.completions.stream({ model: 'demo/canned-replies', messages })
  const completion = await stream.finalChatCompletion()
  const choice = completion.choices[0]
  expect(choice?.finish_reason).toBe('tool_calls')
  const names = choice?.message.tool_calls?.map((call) =>
    call.type === 'function' ? call.function.name : '',
  )
  expect(names).toEqual(['get_weather', 'run_benchmark'])
  expect(completion.usage?.completion_tokens).toBeGreaterThan(0)
})

test('the openai client lists models and reads errors', async () => {
  const ids: string[] = []
  for await (const model of client.models.list()) ids.push(model.id)
  expect(ids).toContain('demo/canned-replies')
  const busy = client.chat.completions.create({
    model: 'demo/canned-replies',
    messages: [{ role: 'user', content: 'busy?' }],
  })
  await expect(busy).rejects.toMatchObject({ status: 503, type: 'server_busy' })
})
