import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import type { Turn } from '../../../shared/stream/turn.ts'
import { CHAT_PATH, chat, open, readTurn, send } from './client.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 50_000 })
})
afterAll(() => server.close())

async function ask(text: string, more: object = {}): Promise<Turn> {
  const turn = await readTurn(await open(server.url + CHAT_PATH, { body: chat(text, more) }))
  expect(turn.warningCount).toBe(0)
  return turn
}

test('answers anything with a tour that says it is canned and names the other words', async () => {
  const turn = await ask('Good morning!')
  expect(turn).toMatchObject({ end: 'done', finishReason: 'stop', error: null })
  expect(turn.content.split('.')[0]).toContain("demo's **canned reply**")
  expect(turn.reasoning).not.toBe('')
  expect(turn.content.length).toBeGreaterThan(1500)
  expect(turn.content.length).toBeLessThan(3000)
  for (const word of ['long', 'code', 'think', 'tool', 'weather', 'error', 'busy', 'drop', 'hostile']) {
    expect(turn.content).toContain(`\`${word}\``)
  }
  expect(turn.content).toMatch(/```python\n/)
  expect(turn.content).toMatch(/\$\$\n/)
  expect(turn.content).toMatch(/[^$]\$[^$\n]+\$/)
})

test('takes the first keyword of the last user message, as a whole word', async () => {
  expect((await ask('Lots of barcodes and longing')).content).toContain('What the app does')
  expect((await ask('Some CODE, not a long text')).content).toMatch(/^```ts\n/)
  const messages = [
    { role: 'user', content: 'long' },
    { role: 'assistant', content: 'tool' },
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
  ]
  expect((await ask('', { messages })).content).toContain('What the app does')
})

test('long: about 80 KB of varied Markdown, the same each time', async () => {
  const turn = await ask('something long')
  expect(turn.content.length).toBeGreaterThan(78_000)
  expect(turn.content.length).toBeLessThan(84_000)
  for (const language of ['python', 'swift', 'rust', 'sql', 'sh'])
    expect(turn.content).toContain(`\`\`\`${language}\n`)
  for (const start of ['\n## ', '\n### ', '\n- ', '\n1. ', '\n> ', '\n| ', '\n$$\n']) {
    expect(turn.content).toContain(start)
  }
  expect((await ask('long again')).content).toBe(turn.content)
})

test('code: one block, closed', async () => {
  const { content } = await ask('code')
  expect(content.match(/```/g)).toHaveLength(2)
  expect(content.trimEnd().endsWith('```')).toBe(true)
  expect(content.length).toBeGreaterThan(5000)
})

test.each(['tool', 'weather'])('%s: two calls that advance in turn', async (word) => {
  const turn = await ask(`the ${word} please`)
  expect(turn).toMatchObject({ content: '', finishReason: 'tool_calls', end: 'done' })
  expect(turn.reasoning).not.toBe('')
  expect(turn.toolCalls.map(({ name, valid }) => ({ name, valid }))).toEqual([
    { name: 'get_weather', valid: true },
    { name: 'run_benchmark', valid: true },
  ])
  expect(JSON.parse(turn.toolCalls[0]?.arguments ?? '')).toMatchObject({ city: 'Cupertino' })
})

test('tool: ids in the first pieces only, no content beside a call, indices interleaved', async () => {
  const { text } = await send(server.url + CHAT_PATH, { body: chat('tool') })
  const pieces = [...text.matchAll(/"delta":(\{"tool_calls":.*?\]\})\}\]/g)].map((match) => {
    const delta = JSON.parse(match[1] ?? '') as { tool_calls: { index: number; id?: string }[] }
    expect(Object.keys(delta)).toEqual(['tool_calls'])
    return delta.tool_calls[0]
  })
  expect(pieces.slice(0, 2).every((piece) => piece?.id?.startsWith('call_'))).toBe(true)
  expect(pieces.slice(2).some((piece) => piece && 'id' in piece)).toBe(false)
  expect(pieces.slice(0, 6).map((piece) => piece?.index)).toEqual([0, 1, 0, 1, 0, 1])
})

test("tool: calls the request's own tools with arguments of their schema", async () => {
  const parameters = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      lines: { type: 'integer', minimum: 3 },
      mode: { enum: ['r', 'w'] },
    },
  }
  const tools = ['read_file', 'list_files', 'third'].map((name) => ({
    type: 'function',
    function: { name, parameters },
  }))
  const both = await ask('use a tool', { tools })
  expect(both.toolCalls.map((call) => call.name)).toEqual(['read_file', 'list_files'])
  expect(JSON.parse(both.toolCalls[0]?.arguments ?? '')).toEqual({ path: 'demo', lines: 3, mode: 'r' })
  const one = await ask('use a tool', { tools, parallel_tool_calls: false })
  expect(one.toolCalls.map((call) => call.name)).toEqual(['read_file'])
  expect((await ask('use a tool', { tools, tool_choice: 'none' })).toolCalls).toEqual([])
})

test('tool: answers once the results are there', async () => {
  const messages = [
    { role: 'user', content: 'tool' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'a' }, { id: 'b' }] },
    { role: 'tool', tool_call_id: 'a', content: '1' },
    { role: 'tool', tool_call_id: 'b', content: '2' },
  ]
  const turn = await ask('', { messages })
  expect(turn.toolCalls).toEqual([])
  expect(turn.content).toContain('2 tool results')
})

test('error: half a sentence, then an error that is not part of it', async () => {
  const turn = await ask('error')
  expect(turn).toMatchObject({ end: 'failed', finishReason: null, usage: null, error: { title: 'Error' } })
  expect(turn.content).toMatch(/^This is a canned reply[^⚠]+before it has$/)
  expect(turn.error?.message).toContain('could not be completed')
})

test('busy: 503 with Retry-After', async () => {
  const answer = await send(server.url + CHAT_PATH, { body: chat('are you busy?') })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect(JSON.parse(answer.text).error.type).toBe('server_busy')
})

test('drop: text, then the connection is gone', async () => {
  const answer = await send(server.url + CHAT_PATH, { body: chat('drop it') })
  expect(answer.broken).toBe(true)
  expect(answer.text).not.toContain('[DONE]')
  const turn = await ask('drop it')
  expect(turn.end).toBe('closed')
  expect(turn.content).toMatch(/should still be$/)
})

test('think: a long reasoning before the answer', async () => {
  const turn = await ask('think first')
  expect(turn.reasoning.length).toBeGreaterThan(1400)
  expect(turn.content).toContain('0.25')
})

test('hostile: arrives as it is written', async () => {
  const { content, error } = await ask('hostile')
  expect(error).toBeNull()
  for (const part of [
    '<script>',
    '](javascript:',
    '![tracking pixel](https://',
    'data: [DONE]',
    '⚠️ **Error**',
  ]) {
    expect(content).toContain(part)
  }
})

test('enable_thinking: false leaves the reasoning out', async () => {
  const turn = await ask('think', { chat_template_kwargs: { enable_thinking: false } })
  expect(turn.reasoning).toBe('')
  expect(turn.content).toContain('0.25')
})

test('max_tokens cuts with the finish reason "length"', async () => {
  const turn = await ask('long', { max_tokens: 25 })
  expect(turn).toMatchObject({ finishReason: 'length', deltas: 25, usage: { completionTokens: 25 } })
  expect((await ask('long', { max_completion_tokens: 7 })).deltas).toBe(7)
})

test('stop sequences end the answer before themselves, the earliest first', async () => {
  const turn = await ask('hello', { stop: ['## Code', 'What the app does', ''] })
  expect(turn.finishReason).toBe('stop')
  expect(turn.content).toMatch(/instead\.\n\n## $/)
  expect((await ask('error', { stop: ['canned reply'] })).error).toBeNull()
  expect((await ask('hello', { stop: ['not in there'] })).content).toContain('To leave the demo')
})
