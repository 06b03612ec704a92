import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { beginStream, chunk, DONE, type Script } from '../../fixtures/scripted-server.ts'
import { onlyError, send, startTestEndpoint, type TestEndpoint } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function serve(chat: Script['chat'] = () => {}): Promise<TestEndpoint> {
  const endpoint = await startTestEndpoint({ chat })
  cleanups.push(endpoint.close)
  return endpoint
}

/** An endpoint whose model server is a plain TCP server: no HTTP library smooths what it does. */
async function serveRaw(answer: (socket: Socket) => void): Promise<TestEndpoint> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let read = ''
    socket.on('data', (data) => {
      read += String(data)
      if (read.includes('\r\n\r\n{') && read.endsWith('}')) answer(socket)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanups.push(() => new Promise((done) => server.close(() => done())))
  const endpoint = await serve()
  endpoint.env.AKURAI_LLM_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return endpoint
}

const END = 'event: done\ndata: [DONE]\n\n'
const PART = 'event: delta\ndata: part\n\n'
const errorOf = (text: string) => /^event: error\ndata: (\{.*\})\n\n$/.exec(text)?.[1]

describe('a model server that fails', () => {
  it.each<[what: string, said: RegExp, chat: Script['chat']]>([
    [
      'with 503',
      /HTTP 503.*all slots are taken/,
      (_request, response) =>
        response
          .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
          .end('{"error":{"message":"all slots are taken","type":"server_busy"}}'),
    ],
    [
      'with 500 and a web page',
      /^The server failed \(HTTP 500\): The server gave no reason\.$/,
      (_request, response) =>
        response.writeHead(500, { 'content-type': 'text/html' }).end('<html><b>Bad</b></html>'),
    ],
    [
      'with 404 and plain text',
      /HTTP 404.*model not found/,
      (_request, response) => response.writeHead(404).end('model not found'),
    ],
    [
      'with a web page and 200',
      /not a model server/,
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
    [
      'with JSON that is no completion',
      /cannot be read/,
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[1'),
    ],
    ['before it sends headers', /closed the connection/, (_request, response) => response.destroy()],
    [
      'with an error object',
      /^out of memory$/,
      (request, response) => {
        beginStream(request, response)
        response.end(`data: {"error":{"message":"out of memory"}}\n\n${DONE}`)
      },
    ],
    [
      'with an error-marked chunk',
      /^Context window exceeded: 5000 of 4096 tokens$/,
      (request, response) => {
        beginStream(request, response)
        const content = '⚠️ **Context window exceeded**\n\n5000 of 4096 tokens'
        response.end(chunk({ role: 'assistant', content }) + chunk({}, 'stop') + DONE)
      },
    ],
    [
      'with an end and nothing before it',
      /cut short/,
      (request, response) => {
        beginStream(request, response)
        response.end()
      },
    ],
  ])('%s gives one error event', async (_what, said, chat) => {
    const { url } = await serve(chat)
    expect(onlyError(await send(url))).toMatch(said)
  })

  it('because nothing listens gives one error event', async () => {
    const { url, env, upstream } = await serve()
    env.AKURAI_LLM_URL = upstream.url
    await upstream.close()
    expect(onlyError(await send(url))).toMatch(/Nothing listens on 127\.0\.0\.1/)
  })

  it.each<[what: string, rest: (response: Parameters<Script['chat']>[1]) => void]>([
    ['hangs up', (response) => response.destroy()],
    ['ends', (response) => void response.end()],
  ])('and %s in the middle gives what came, and one error event', async (_what, rest) => {
    const { url } = await serve((request, response) => {
      beginStream(request, response)
      const tool_calls = [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }]
      response.write(chunk({ content: 'part' }) + chunk({ tool_calls }), () => rest(response))
    })
    const { text } = await send(url)
    expect(text.startsWith(PART)).toBe(true)
    expect(errorOf(text.slice(PART.length))).toContain('cut short')
  })

  it('after some text and goes on gets no further word through', async () => {
    const { url, upstream } = await serve((request, response) => {
      beginStream(request, response)
      const content = '⚠️ **Error**\n\nGPU lost'
      response.write(
        chunk({ content: 'part' }) + chunk({ role: 'assistant', content }) + chunk({ content: 'x' }),
      )
    })
    const { text } = await send(url)
    expect(text).toBe(`${PART}event: error\ndata: {"error":"GPU lost"}\n\n`)
    await expect.poll(() => upstream.closedByClient()).toBe(1)
  })

  it('to send [DONE] after its finish chunk has ended well', async () => {
    const { url } = await serve((request, response) => {
      beginStream(request, response)
      response.end(chunk({ content: 'part' }) + chunk({}, 'stop'))
    })
    expect((await send(url)).text).toBe(PART + END)
  })
})

describe('a model server that answers', () => {
  const frames = chunk({ content: 'part' }) + chunk({}, 'stop') + DONE
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n'

  it.each([
    ['unchunked, to the end of the connection', `${head}Connection: close\r\n\r\n${frames}`],
    ['unchunked, with a length', `${head}Content-Length: ${Buffer.byteLength(frames)}\r\n\r\n${frames}`],
    [
      'chunked',
      `${head}Transfer-Encoding: chunked\r\n\r\n${frames
        .match(/.{1,7}/gs)
        ?.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`)
        .join('')}0\r\n\r\n`,
    ],
    ['with HTTP/1.0', `HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${frames}`],
    [
      'with CR LF and comments',
      `${head}Connection: close\r\n\r\n: hi\r\n\r\n${frames.replaceAll('\n', '\r\n')}`,
    ],
  ])('%s is relayed', async (_what, bytes) => {
    const { url } = await serveRaw((socket) => void socket.end(bytes))
    expect((await send(url)).text).toBe(PART + END)
  })

  it('with a whole completion is relayed', async () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }]
    const { url } = await serve((_request, response) => {
      const choices = [
        { index: 0, message: { role: 'assistant', content: 'part', tool_calls }, finish_reason: 'stop' },
      ]
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'chat.completion', choices }))
    })
    const call = 'event: tool_call\ndata: {"id":"a","name":"f","arguments":"{}"}\n\n'
    expect((await send(url)).text).toBe(PART + call + END)
  })
})

describe('the configuration', () => {
  const UNSET = 'LLM endpoint not configured (set AKURAI_LLM_URL and AKURAI_LLM_MODEL)'

  it.each<[what: string, env: NodeJS.ProcessEnv]>([
    ['unset', { AKURAI_LLM_URL: undefined, AKURAI_LLM_MODEL: undefined }],
    ['empty', { AKURAI_LLM_URL: '', AKURAI_LLM_MODEL: '' }],
    ['without a model', { AKURAI_LLM_MODEL: undefined }],
    ['with an empty model', { AKURAI_LLM_MODEL: '' }],
    ['without a URL', { AKURAI_LLM_URL: undefined }],
    ['with an empty URL', { AKURAI_LLM_URL: '' }],
  ])('%s is told to the letter', async (_what, env) => {
    const endpoint = await serve()
    Object.assign(endpoint.env, env)
    expect(onlyError(await send(endpoint.url))).toBe(UNSET)
    expect(endpoint.asked()).toEqual([])
  })

  it('with https:// is refused', async () => {
    const { url, env, upstream } = await serve()
    env.AKURAI_LLM_URL = upstream.url.replace('http:', 'https:')
    expect(onlyError(await send(url))).toMatch(/https:\/\/.*plain HTTP/)
    env.AKURAI_LLM_URL = 'HTTPS://models.example'
    expect(onlyError(await send(url))).toMatch(/https:\/\/.*plain HTTP/)
    expect(upstream.seen).toEqual([])
  })

  it('with what is no address is refused, and names the variable', async () => {
    const { url, env } = await serve()
    env.AKURAI_LLM_URL = 'ftp://127.0.0.1'
    expect(onlyError(await send(url))).toContain('AKURAI_LLM_URL')
  })

  it('is read at each request', async () => {
    const { url, env, upstream, asked } = await serve((request, response) => {
      beginStream(request, response)
      response.end(chunk({ content: 'part' }) + chunk({}, 'stop') + DONE)
    })
    Object.assign(env, { AKURAI_LLM_MODEL: '' })
    expect(onlyError(await send(url))).toBe(UNSET)
    Object.assign(env, { AKURAI_LLM_MODEL: 'another', AKURAI_LLM_URL: `${upstream.url}/v1/` })
    expect((await send(url)).text).toBe(PART + END)
    expect(JSON.parse(asked()[0] ?? '')).toMatchObject({ model: 'another' })
  })
})
