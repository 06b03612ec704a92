import { spawn } from 'node:child_process'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectTimeout, sendRequest } from '../../../main/afm/request.ts'
import {
  type Answer,
  beginStream,
  chunk,
  DONE,
  type ScriptedServer,
  startScriptedServer,
  writeAll,
} from '../../fixtures/scripted-server.ts'
import { newGeneration, run } from './collect.ts'

let servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function serve(chat: Answer, host?: string): Promise<ScriptedServer> {
  const server = await startScriptedServer({ chat }, host)
  servers.push(server)
  return server
}

/** Hands out a piece so many times, and tells of each. */
function* counted(piece: string, times: number, tell: (chars: number) => void): Generator<string> {
  for (let given = 0; given < times; given += 1) {
    tell(piece.length)
    yield piece
  }
}

const answer =
  (status: number, headers: Record<string, string>, body: string): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

describe('a generation', () => {
  it('sends its id, key and profile level, and reads the stream', async () => {
    const server = await serve((request, response) => {
      beginStream(request, response)
      response.end(
        chunk({ role: 'assistant', content: '' }) + chunk({ content: 'Hi' }) + chunk({}, 'stop') + DONE,
      )
    })
    const turn = await run({
      baseUrl: server.url,
      requestId: 'id 7',
      key: 'secret',
      profile: 'extended',
      body: '{"stream":true}',
    }).turn
    expect(turn).toMatchObject({ content: 'Hi', end: 'done', requestId: 'id 7', model: 'test-model' })
    expect(turn.address).toBe(`127.0.0.1:${server.port}`)
    const [request] = server.seen
    expect(request?.headers).toMatchObject({
      'x-request-id': 'id 7',
      authorization: 'Bearer secret',
      'x-afm-profile': 'extended',
      'content-type': 'application/json',
    })
    expect(request?.body).toBe('{"stream":true}')
  })

  it('takes over the id the server echoes, and its downgrade notice', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'openai-request-id': ' theirs ',
        'x-grammar-constraints': 'downgraded',
      })
      response.end(DONE)
    })
    const turn = await run({ baseUrl: server.url }).turn
    expect(turn).toMatchObject({ requestId: 'theirs', grammarDowngraded: true })
  })

  it('reads a JSON body where a stream was asked for', async () => {
    const body = JSON.stringify({
      model: 'm',
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'whole',
            reasoning_content: 'why',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    })
    const server = await serve(answer(200, { 'content-type': 'application/json; charset=utf-8' }, body))
    expect(await run({ baseUrl: server.url }).turn).toMatchObject({
      content: 'whole',
      reasoning: 'why',
      toolCalls: [{ name: 'f', valid: true }],
      finishReason: 'tool_calls',
      usage: { totalTokens: 3 },
      end: 'done',
      model: 'm',
    })
  })

  it.each([
    [
      'an envelope',
      503,
      'application/json',
      '{"error":{"message":"full","type":"server_busy"}}',
      'full',
      'busy',
    ],
    ['a web page', 500, 'text/html', '<h1>secret stack</h1>', 'The server gave no reason.', 'failed'],
    ['plain text', 502, 'text/plain', 'bad gateway', 'bad gateway', 'gateway'],
    ['nothing', 401, 'text/plain', '', 'The server gave no reason.', 'key'],
    ['a detail', 422, 'application/json', '{"detail":"no such field"}', 'no such field', 'refused'],
  ])('tells what a refusal with %s says', async (_what, status, type, body, message, title) => {
    const server = await serve(answer(status, { 'content-type': type, 'retry-after': '2' }, body))
    const turn = await run({ baseUrl: server.url }).turn
    expect(turn.end).toBe('failed')
    expect(turn.error).toMatchObject({ status, message, retryAfterS: 2 })
    expect(turn.error?.title).toContain(title)
  })

  it('says that a web page is no model server', async () => {
    const server = await serve(answer(200, { 'content-type': 'text/html' }, '<p>hello</p>'))
    expect((await run({ baseUrl: server.url }).turn).error?.code).toBe('not-a-model-server')
  })

  it('says that nothing listens', async () => {
    const server = await serve(answer(200, {}, ''))
    await server.close()
    const turn = await run({ baseUrl: server.url }).turn
    expect(turn).toMatchObject({ end: 'failed', error: { code: 'connect' } })
    expect(turn.error?.message).toContain(`Nothing listens on 127.0.0.1:${server.port}`)
  })

  it('keeps what came when the connection breaks', async () => {
    const server = await serve((request, response) => {
      beginStream(request, response)
      response.write(`${chunk({ content: 'kept' })}data: {"choices":[{"delta":{"content":"cut`)
      setTimeout(() => response.destroy(), 20)
    })
    expect(await run({ baseUrl: server.url }).turn).toMatchObject({
      content: 'kept',
      end: 'closed',
      error: null,
      stopped: null,
    })
  })

  it('does not wait for a connection that stays open after the terminator', async () => {
    const server = await serve((request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'a' }) + DONE)
    })
    expect((await run({ baseUrl: server.url }).turn).end).toBe('done')
  })

  it('gives up on a frame of more than 16 million characters', async () => {
    const server = await serve(async (request, response) => {
      beginStream(request, response)
      response.write(`${chunk({ content: 'before' })}data: {"x":"`)
      await writeAll(response, new Array(18).fill('y'.repeat(1024 * 1024)))
      response.end()
    })
    const turn = await run({ baseUrl: server.url }).turn
    expect(turn).toMatchObject({ content: 'before', end: 'failed', error: { code: 'frame-too-large' } })
  })

  it('makes the server wait for a reader that waits', async () => {
    let accepted = 0
    const server = await serve(async (request, response) => {
      beginStream(request, response)
      const piece = chunk({ content: 'z'.repeat(64 * 1024) })
      await writeAll(
        response,
        counted(piece, 1000, (chars) => (accepted += chars)),
      )
    })
    const generation = newGeneration({ baseUrl: server.url })
    for await (const events of generation.events()) {
      if (!events.some((event) => event.type === 'content')) continue
      await new Promise((go) => setTimeout(go, 300))
      break
    }
    // What the two sockets and Node's buffers hold, far from the 64 MB on offer.
    expect(accepted).toBeLessThan(32 * 1024 * 1024)
  })
})

describe('the connection', () => {
  it.each(['127.0.0.1', '::1'])('finds localhost at %s and says so', async (host) => {
    const server = await serve((request, response) => {
      beginStream(request, response)
      response.end(DONE)
    }, host)
    const turn = await run({ baseUrl: `http://localhost:${server.port}` }).turn
    expect(turn.end).toBe('done')
    expect(turn.address).toBe(host === '::1' ? `[::1]:${server.port}` : `127.0.0.1:${server.port}`)
  })

  it('limits the time a connection may take', async () => {
    const silent = createTcpServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    // A TLS handshake that is never answered is a connection that never comes about.
    const sent = sendRequest({
      baseUrl: `https://127.0.0.1:${port}`,
      path: '/',
      method: 'GET',
      connectTimeoutMs: 50,
    })
    await expect(sent.response).rejects.toBeInstanceOf(ConnectTimeout)
    silent.close()
  })

  it('goes through no proxy, whatever the environment says', async () => {
    const proxy = await serve(answer(500, {}, 'proxied'))
    const server = await serve((request, response) => {
      beginStream(request, response)
      response.end(chunk({ content: 'direct' }) + DONE)
    })
    const module = new URL('../../../main/afm/generation.ts', import.meta.url).href
    const script = `
      const { Generation } = await import(${JSON.stringify(module)})
      const options = { baseUrl: process.argv[1], key: null, requestId: 'p', body: '{}', profile: null }
      for await (const events of new Generation(options).events())
        for (const event of events) if (event.type === 'content') console.log(event.text)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, server.url], {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy.url,
        http_proxy: proxy.url,
        ALL_PROXY: proxy.url,
        NO_PROXY: '',
        no_proxy: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (data) => {
      output += String(data)
    })
    await new Promise((done) => child.once('close', done))
    expect(output.trim()).toBe('direct')
    expect(proxy.seen).toHaveLength(0)
  })
})
