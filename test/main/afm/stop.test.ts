import { afterEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  beginStream,
  chunk,
  confirmCancel,
  DONE,
  denyCancel,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { collect, newGeneration, run } from './collect.ts'

let servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script)
  servers.push(server)
  return server
}

/** Streams one word and then waits; `cancelled` lets a test end it as AFM does. */
function streamUntilCancelled(first = chunk({ content: 'Once' })) {
  const cancelled = Promise.withResolvers<void>()
  const chat: Answer = async (request, response) => {
    beginStream(request, response)
    response.write(first)
    await cancelled.promise
    if (!response.destroyed) response.end(chunk({}, 'cancelled') + DONE)
  }
  const cancel: Answer = (request, response) => {
    void confirmCancel(request, response)
    cancelled.resolve()
  }
  return { chat, cancel }
}

/** Streams one word and never ends. */
const streamForever: Answer = (request, response) => {
  beginStream(request, response)
  response.write(chunk({ content: 'Once' }))
}
const hasText = (turn: { content: string }) => turn.content !== ''

describe('Stop', () => {
  it('cancels by the request id, and reads the stream to its cancelled end', async () => {
    const server = await serve(streamUntilCancelled())
    const running = run({ baseUrl: server.url, requestId: 'a/b c' })
    await running.until(hasText)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({
      content: 'Once',
      finishReason: 'cancelled',
      end: 'done',
      stopped: 'server',
      error: null,
    })
    expect(server.cancels().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/chat/completions/a%2Fb%20c/cancel',
    ])
  })

  it('in the middle of a tool call keeps the arguments that came', async () => {
    const piece = { index: 0, id: 'c', function: { name: 'run', arguments: '{"cmd": "l' } }
    const server = await serve(streamUntilCancelled(chunk({ tool_calls: [piece] })))
    const running = run({ baseUrl: server.url })
    await running.until((turn) => turn.toolCalls.length > 0)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({
      stopped: 'server',
      toolCalls: [{ name: 'run', arguments: '{"cmd": "l', valid: false }],
    })
  })

  it.each([
    ['does not know the request', denyCancel],
    [
      'has no such route',
      ((_request, response) => {
        response.writeHead(405, { 'content-type': 'text/html' }).end('<p>no</p>')
      }) as Answer,
    ],
    [
      'hangs up on the cancel',
      ((_request, response) => {
        response.destroy()
      }) as Answer,
    ],
    ['never answers the cancel', (() => {}) as Answer],
    ['confirms but goes on', confirmCancel],
  ])('closes the connection of a server that %s', async (_what, cancel) => {
    const server = await serve({ chat: streamForever, cancel })
    const running = run({ baseUrl: server.url })
    await running.until(hasText)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({
      content: 'Once',
      end: 'closed',
      stopped: 'connection',
      error: null,
    })
    await expect.poll(() => server.closedByClient()).toBe(1)
  })

  it('before the headers closes a request that waits for a slot', async () => {
    const server = await serve({ chat: () => {} })
    const running = run({ baseUrl: server.url })
    await expect.poll(() => server.seen.length).toBe(1)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({ content: '', stopped: 'connection', error: null })
    await expect.poll(() => server.closedByClient()).toBe(1)
  })

  it('during prefill, with headers and no token yet', async () => {
    const server = await serve(streamUntilCancelled(chunk({ role: 'assistant', content: '' })))
    const running = run({ baseUrl: server.url })
    await running.until((turn) => turn.marks.openedAtMs !== null)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({ content: '', stopped: 'server', error: null })
  })

  it('before the request has left sends none', async () => {
    const server = await serve({ chat: streamForever })
    const generation = newGeneration({ baseUrl: server.url })
    const stopping = generation.stop()
    const turn = await collect(generation)
    await stopping
    expect(turn).toMatchObject({ content: '', stopped: 'connection', error: null })
    expect(server.seen.filter((request) => request.path === '/v1/chat/completions')).toHaveLength(0)
  })

  it('while the request is on its way', async () => {
    const server = await serve({ chat: streamForever })
    const running = run({ baseUrl: server.url })
    await running.generation.stop()
    expect(await running.turn).toMatchObject({ stopped: 'connection', error: null })
  })

  it('twice closes hard, without waiting for the server', async () => {
    const server = await serve({ chat: streamForever, cancel: () => {} })
    const running = run({ baseUrl: server.url })
    await running.until(hasText)
    const first = running.generation.stop()
    const second = running.generation.stop()
    await expect.poll(() => server.closedByClient()).toBe(1)
    await Promise.all([first, second])
    expect((await running.turn).stopped).toBe('connection')
  })

  it('after the end does nothing and is no error', async () => {
    const server = await serve({
      chat: (request, response) => {
        beginStream(request, response)
        response.end(chunk({ content: 'all' }) + chunk({}, 'stop') + DONE)
      },
    })
    const running = run({ baseUrl: server.url })
    const turn = await running.turn
    await running.generation.stop()
    expect(turn).toMatchObject({ content: 'all', end: 'done', stopped: null, error: null })
    expect(server.cancels()).toHaveLength(0)
  })

  it('that crosses the end on the wire lets the reply finish, usage and all', async () => {
    const server = await serve({
      chat: (request, response) => {
        beginStream(request, response)
        response.write(chunk({ content: 'all' }) + chunk({}, 'stop'))
        setTimeout(() => {
          response.end(`data: ${JSON.stringify({ choices: [], usage: { completion_tokens: 1 } })}\n\n${DONE}`)
        }, 300)
      },
      cancel: denyCancel,
    })
    const running = run({ baseUrl: server.url })
    await running.until((turn) => turn.finishReason !== null)
    await running.generation.stop()
    expect(await running.turn).toMatchObject({
      finishReason: 'stop',
      end: 'done',
      stopped: null,
      error: null,
      usage: { completionTokens: 1 },
    })
  })
})
