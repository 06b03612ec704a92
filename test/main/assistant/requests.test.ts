import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { beginStream, chunk, confirmCancel, DONE, type Script } from '../../fixtures/scripted-server.ts'
import { HELLO, onlyError, send, startTestEndpoint, type TestEndpoint } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const saying =
  (content: string): Script['chat'] =>
  (seen, response) => {
    beginStream(seen, response)
    response.end(chunk({ content }) + chunk({}, 'stop') + DONE)
  }

async function serve(script: Partial<Script> = {}): Promise<TestEndpoint> {
  const endpoint = await startTestEndpoint({ chat: saying('ok'), ...script })
  cleanups.push(endpoint.close)
  return endpoint
}

const OK = 'event: delta\ndata: ok\n\nevent: done\ndata: [DONE]\n\n'
const user = { role: 'user', content: 'x' }

describe('a request', () => {
  it('goes upstream with the configured model, as a stream, its roles as they are', async () => {
    const { url, asked } = await serve()
    const messages = ['system', 'user', 'assistant', 'tool', 'developer'].map((role) => ({
      role,
      content: role,
    }))
    expect((await send(url, JSON.stringify({ messages }))).text).toBe(OK)
    expect(asked().map((body) => JSON.parse(body))).toEqual([
      { model: 'gemma-3-12b', messages, stream: true },
    ])
  })

  it.each([
    ['no tools', {}],
    ['an empty list of tools', { tools: [] }],
  ])('with %s sends none', async (_what, more) => {
    const { url, asked } = await serve()
    await send(url, JSON.stringify({ messages: [user], ...more }))
    expect(JSON.parse(asked()[0] ?? '')).not.toHaveProperty('tools')
  })

  it('forwards tools verbatim, numbers of other languages too', async () => {
    const { url, asked } = await serve()
    const tools =
      '[{"type":"function","function":{"name":"f","description":"ü…","parameters":{"type":"object","properties":' +
      '{"n":{"type":"integer","maximum":9223372036854775807,"default":1.0},"__proto__":{}}}},"x":null}]'
    await send(url, `{"tools": ${tools}, "messages": [{"role":"user","content":"x"}]}`)
    expect(asked()[0]).toContain(`"tools":${tools}`)
  })

  it.each<[what: string, body: string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', '{"messages": ['],
    ['no UTF-8', Buffer.from(HELLO.replace('Hello', 'H\u00e9llo'), 'latin1')],
    ['JSON that is no object', '"messages"'],
    ['null', 'null'],
    ['no messages', '{}'],
    ['messages that are no array', '{"messages": {}}'],
    ['an empty array of messages', '{"messages": []}'],
    ['a message that is null', '{"messages": [null]}'],
    ['a message without content', '{"messages": [{"role":"user"}]}'],
    ['a role that is no string', '{"messages": [{"role":1,"content":"x"}]}'],
    ['a content that is no string', '{"messages": [{"role":"user","content":[{"type":"text","text":"x"}]}]}'],
    [
      'one bad message among good ones',
      JSON.stringify({ messages: [user, { role: 'user', content: null }] }),
    ],
    ['tools that are no array', JSON.stringify({ messages: [user], tools: {} })],
    ['tools that are null', JSON.stringify({ messages: [user], tools: null })],
    ['brackets without end', `{"messages": ${'['.repeat(1_000_000)}`],
  ])('of %s gets one error event', async (_what, body) => {
    const { url, asked } = await serve()
    expect(onlyError(await send(url, body))).not.toBe('')
    expect(asked()).toEqual([])
  })

  it('of just under 10 MB is relayed, a larger one gets an error event', async () => {
    const { url, asked } = await serve()
    const filled = (bytes: number) => {
      const around = JSON.stringify({ messages: [{ role: 'user', content: '' }] }).length
      return JSON.stringify({ messages: [{ role: 'user', content: 'a'.repeat(bytes - around) }] })
    }
    const limit = 10 * 1024 * 1024
    expect((await send(url, filled(limit))).text).toBe(OK)
    expect(onlyError(await send(url, filled(limit + 1)))).toContain('10 MB')
    expect(onlyError(await send(url, filled(4 * limit)))).toContain('10 MB')
    expect(asked()).toHaveLength(1)
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('with %s gets 405', async (method) => {
    const { url, asked } = await serve()
    const answer = await send(url, '', { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST')
    expect(asked()).toEqual([])
  })

  it('to another path gets 404', async () => {
    const { port } = await serve()
    for (const path of ['/', '/api', '/api/assistant/', '/v1/chat/completions'])
      expect((await send(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
    expect((await send(`http://127.0.0.1:${port}/api/assistant?x=1`)).text).toBe(OK)
  })

  it('is one of many on one connection, whatever the ones before it got', async () => {
    const { url } = await serve()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanups.push(async () => agent.destroy())
    const ports = new Set<number | undefined>()
    const ask = (method: string, body: string) =>
      new Promise<string>((done, failed) => {
        const sent = request(url, { method, agent })
        sent.on('error', failed).on('socket', (socket) => {
          if (socket.connecting) socket.once('connect', () => ports.add(socket.localPort))
          else ports.add(socket.localPort)
        })
        sent.on('response', (response) => text(response).then(done, failed))
        sent.end(body)
      })
    expect(await ask('POST', HELLO)).toBe(OK)
    expect(await ask('PUT', HELLO)).toBe('')
    expect(await ask('POST', '{')).toContain('event: error')
    expect(await ask('POST', HELLO)).toBe(OK)
    expect(ports.size).toBe(1)
  })

  it('is one of 50 at once', async () => {
    const gate = Promise.withResolvers<void>()
    let waiting = 0
    const { url } = await serve({
      chat: async (seen, response) => {
        waiting += 1
        if (waiting === 50) gate.resolve()
        await gate.promise
        const { messages } = JSON.parse(seen.body) as { messages: { content: string }[] }
        await saying(`for ${messages[0]?.content}`)(seen, response)
      },
    })
    const names = Array.from({ length: 50 }, (_, at) => `client ${at}`)
    const answers = await Promise.all(
      names.map((content) => send(url, JSON.stringify({ messages: [{ role: 'user', content }] }))),
    )
    expect(answers.map(({ text }) => text)).toEqual(
      names.map((name) => `event: delta\ndata: for ${name}\n\nevent: done\ndata: [DONE]\n\n`),
    )
  })
})

describe('who asks', () => {
  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'null',
    'file://',
  ])('from the Origin %s gets 403', async (origin) => {
    const { url, asked } = await serve()
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const answer = await send(url, HELLO, { method, headers: { origin } })
      expect(answer.status).toBe(403)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(asked()).toEqual([])
  })

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '0.0.0.0:PORT',
    '192.168.1.2:PORT',
  ])('by the Host %s gets 421, also with a matching Origin', async (name) => {
    const { url, port, asked } = await serve()
    const host = name.replace('PORT', String(port))
    expect((await send(url, HELLO, { headers: { host } })).status).toBe(421)
    expect((await send(url, HELLO, { headers: { host, origin: `http://${host}` } })).status).toBe(421)
    expect(asked()).toEqual([])
  })

  it('from a page of this machine may read the answer, after asking', async () => {
    const { url, port } = await serve()
    for (const origin of [`http://127.0.0.1:${port}`, 'http://localhost:5173', 'http://[::1]:8080']) {
      const ask = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const asked = await send(url, '', { method: 'OPTIONS', headers: ask })
      expect(asked.status).toBe(200)
      expect(asked.headers['access-control-allow-headers']).toBe('content-type')
      const answer = await send(url, HELLO, { headers: { origin } })
      expect(answer.text).toBe(OK)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
    }
  })

  it('without a browser needs no Origin, by either name of the machine', async () => {
    const { url, port } = await serve()
    const answer = await send(url, HELLO, { headers: { host: `localhost:${port}` } })
    expect(answer.text).toBe(OK)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a client that leaves', () => {
  /** Sends a request and hangs up when the test says so. */
  function visit(url: string) {
    const sent = request(url, { method: 'POST', agent: false })
    sent.on('error', () => {})
    const firstBytes = new Promise<void>((done) => {
      sent.on('response', (response) => response.on('error', () => {}).once('data', () => done()))
    })
    sent.end(HELLO)
    return { firstBytes, leave: () => sent.destroy() }
  }

  it('in the middle cancels the generation by its request id, and its connection ends', async () => {
    const { url, upstream } = await serve({
      cancel: confirmCancel,
      chat: (seen, response) => {
        beginStream(seen, response)
        response.write(chunk({ content: 'first' }))
      },
    })
    const visitor = visit(url)
    await visitor.firstBytes
    visitor.leave()
    await expect.poll(() => upstream.cancels().length).toBe(1)
    const id = upstream.seen[0]?.headers['x-request-id']
    expect(upstream.cancels()[0]?.path).toBe(`/v1/chat/completions/${id}/cancel`)
    await expect.poll(() => upstream.closedByClient(), { timeout: 5000 }).toBe(1)
  })

  it('before the model server has answered cancels it as well', async () => {
    const { url, upstream } = await serve({ chat: () => {} })
    const visitor = visit(url)
    await expect.poll(() => upstream.seen.length).toBe(1)
    visitor.leave()
    await expect.poll(() => upstream.cancels().length).toBe(1)
    await expect.poll(() => upstream.closedByClient(), { timeout: 5000 }).toBe(1)
  })

  it('while it sends its request costs the model server nothing', async () => {
    const { url, asked } = await serve()
    const sent = request(url, { method: 'POST', agent: false, headers: { 'content-length': '1000' } })
    sent.on('error', () => {})
    await new Promise<void>((done) => sent.write('{"messages":', () => done()))
    sent.destroy()
    expect((await send(url)).text).toBe(OK)
    expect(asked()).toHaveLength(1)
  })
})
