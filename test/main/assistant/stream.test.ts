import { parseServerSentEvents } from 'parse-sse'
import { afterEach, describe, expect, it } from 'vitest'
import { turnOfPieces } from '../../fixtures/pieces.ts'
import { beginStream, chunk, DONE, type Script } from '../../fixtures/scripted-server.ts'
import { HELLO, send, startTestEndpoint, type TestEndpoint } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function serve(chat: Script['chat']): Promise<TestEndpoint> {
  const endpoint = await startTestEndpoint({ chat })
  cleanups.push(endpoint.close)
  return endpoint
}

/** An upstream that streams these chunks and ends well. */
const streaming =
  (...chunks: string[]): Script['chat'] =>
  (request, response) => {
    beginStream(request, response)
    response.end(chunks.join('') + chunk({}, 'stop') + DONE)
  }

const END = 'event: done\ndata: [DONE]\n\n'
const delta = (...lines: string[]) => `event: delta\n${lines.map((line) => `data: ${line}\n`).join('')}\n`
const call = (id: string, name: string, args: string) =>
  `event: tool_call\ndata: ${JSON.stringify({ id, name, arguments: args })}\n\n`

/** Deltas of the model, and the very text of the events they become. */
const TEXTS: readonly (readonly [what: string, deltas: readonly string[], events: string])[] = [
  ['words, one event each', ['Hello', ', world'], delta('Hello') + delta(', world')],
  ['a newline', ['a\nb'], delta('a', 'b')],
  ['newlines in front', ['\n\n- c'], delta('', '', '- c')],
  ['a newline at the end', ['a\n'], delta('a', '')],
  ['nothing but newlines', ['\n', '\n\n'], delta('', '') + delta('', '', '')],
  ['CR LF', ['a\r\nb\r\n'], delta('a', 'b', '')],
  ['a lone CR', ['a\rb'], delta('a', 'b')],
  ['CR LF cut between two deltas', ['a\r', '\nb'], delta('a', '') + delta('b')],
  ['CR LF cut, and nothing behind it', ['a\r', '\n', 'b'], delta('a', '') + delta('b')],
  ['leading spaces', [' b', '   c'], delta(' b') + delta('   c')],
  ['nothing but spaces', [' ', '  '], delta(' ') + delta('  ')],
  ['“[DONE]”', ['[DONE]', ' more'], delta('[DONE]') + delta(' more')],
  ['JSON', ['{"error":"no"}'], delta('{"error":"no"}')],
  ['text like the protocol', ['event: done\ndata: [DONE]\n\n'], delta('event: done', 'data: [DONE]', '', '')],
  ['text like a comment', [': x', 'data:'], delta(': x') + delta('data:')],
  ['empty deltas, which are none', ['', 'a', ''], delta('a')],
  ['characters of four bytes', ['👋🏽', '世'], delta('👋🏽') + delta('世')],
  ['a character cut in half', ['a\ud83d', '\udc4bb'], delta('a') + delta('👋b')],
  ['half a character and no more', ['a\ud83d'], delta('a') + delta('\ufffd')],
  ['separators that are no line breaks', ['a\u2028b\u0085c\tx\u0000'], delta('a\u2028b\u0085c\tx\u0000')],
  ['a byte-order mark', ['\ufeffa'], delta('\ufeffa')],
]

describe('text', () => {
  it.each(TEXTS)('with %s', async (_what, deltas, events) => {
    const { url } = await serve(streaming(...deltas.map((content) => chunk({ content }))))
    const answer = await send(url)
    expect(answer).toMatchObject({ status: 200, text: events + END })
    expect(answer.headers['content-type']).toBe('text/event-stream')
    // What our own client makes of it, byte by byte, is what the model said.
    const said = Buffer.from(deltas.join('')).toString().replaceAll(/\r\n?/g, '\n')
    const turn = turnOfPieces(Buffer.from(answer.text), [1], true)
    expect(turn).toMatchObject({ content: said, end: 'done', error: null, warningCount: 0 })
  })

  it.each(TEXTS)('with %s, read by a parser that nobody here wrote', async (_what, deltas) => {
    const { url } = await serve(streaming(...deltas.map((content) => chunk({ content }))))
    const response = await fetch(url, { method: 'POST', body: HELLO })
    const events: { type: string; data: string }[] = []
    for await (const { type, data } of parseServerSentEvents(response)) events.push({ type, data })
    expect(events.pop()).toEqual({ type: 'done', data: '[DONE]' })
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['delta']))
    const said = Buffer.from(deltas.join('')).toString().replaceAll(/\r\n?/g, '\n')
    expect(events.map(({ data }) => data).join('')).toBe(said)
  })

  it('comes as the model streams it', async () => {
    const gate = Promise.withResolvers<void>()
    const { url } = await serve(async (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'first' }))
      await gate.promise
      response.end(chunk({ content: 'second' }, 'stop') + DONE)
    })
    const response = await fetch(url, { method: 'POST', body: HELLO })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(delta('first'))
    gate.resolve()
    let rest = ''
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      rest += Buffer.from(read.value).toString()
    expect(rest).toBe(delta('second') + END)
  })

  it('is answered with headers before the model server has said anything', async () => {
    const gate = Promise.withResolvers<void>()
    const { url } = await serve(async (request, response) => {
      await gate.promise
      await streaming(chunk({ content: 'late' }))(request, response)
    })
    const response = await fetch(url, { method: 'POST', body: HELLO })
    expect(response.status).toBe(200)
    gate.resolve()
    expect(await response.text()).toBe(delta('late') + END)
  })

  it('goes without the reasoning', async () => {
    const chunks = [{ reasoning_content: 'hm', content: '' }, { reasoning: 'hm' }, { content: 'Four' }]
    const { url } = await serve(streaming(...chunks.map((value) => chunk(value))))
    expect((await send(url)).text).toBe(delta('Four') + END)
  })
})

describe('tool calls', () => {
  const part = (index: number, rest: object) => ({ index, type: 'function', ...rest })
  const pieces = (...tool_calls: unknown[]) => chunk({ tool_calls })

  it.each<[what: string, chunks: string[], events: string]>([
    [
      'in fragments become one event',
      [
        pieces(part(0, { id: 'call_1', function: { name: 'get_weather', arguments: '' } })),
        pieces({ index: 0, function: { arguments: '{"location":' } }),
        pieces({ index: 0, function: { arguments: '"NYC"}' } }),
      ],
      call('call_1', 'get_weather', '{"location":"NYC"}'),
    ],
    [
      'that interleave stand in the order of their index',
      [
        pieces(part(1, { id: 'b', function: { name: 'mul', arguments: '{"y"' } })),
        pieces(part(0, { id: 'a', function: { name: 'add', arguments: '{"x"' } })),
        pieces({ index: 1, function: { arguments: ':2}' } }, { index: 0, function: { arguments: ':1}' } }),
      ],
      call('a', 'add', '{"x":1}') + call('b', 'mul', '{"y":2}'),
    ],
    [
      'come after all text, also text that came later',
      [
        chunk({ content: 'Let me' }),
        pieces(part(0, { id: 'a', function: { name: 'f', arguments: '{}' } })),
        chunk({ content: ' see' }),
      ],
      delta('Let me') + delta(' see') + call('a', 'f', '{}'),
    ],
    [
      'carry arguments with line breaks and quotes',
      [pieces(part(0, { id: 'a', function: { name: 'f', arguments: '{"t":"a\\r\\n\\"b\\""}\n' } }))],
      call('a', 'f', '{"t":"a\\r\\n\\"b\\""}\n'),
    ],
    [
      'whose arguments are no JSON are told as they came',
      [pieces(part(0, { id: 'a', function: { name: 'f', arguments: '{"cmd": "ls' } }))],
      call('a', 'f', '{"cmd": "ls'),
    ],
    [
      'without an id get one',
      [pieces(part(0, { id: '', function: { name: 'f', arguments: '{}' } }))],
      call('local_call_0', 'f', '{}'),
    ],
  ])('%s', async (_what, chunks, events) => {
    const { url } = await serve(streaming(...chunks))
    expect((await send(url)).text).toBe(events + END)
  })
})
