import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { AssistantEndpoint } from '../../../main/assistant/endpoint.ts'
import { startAssistantServer } from '../../../main/assistant/server.ts'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import type { Turn } from '../../../shared/stream/turn.ts'
import { beginStream, chunk, DONE } from '../../fixtures/scripted-server.ts'
import { openTestApp, type TestApp } from '../../fixtures/test-app.ts'
import { startTestEndpoint } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Our server in front of a model server. */
async function relayTo(upstream: { url: string }, model = 'demo/canned-replies'): Promise<string> {
  const endpoint = new AssistantEndpoint(async () => ({ baseUrl: upstream.url, key: null, model }))
  const server = await startAssistantServer(endpoint, 0)
  cleanups.push(async () => {
    await server.close()
    await endpoint.close()
  })
  return server.url
}

async function demo(rateTokS: number): Promise<DemoServer> {
  const server = await startDemoServer({ rateTokS })
  cleanups.push(server.close)
  return server
}

/** The app with the given Assistant API selected. */
async function appOn(url: string): Promise<TestApp> {
  const app = await openTestApp()
  cleanups.push(() => app.close())
  const { servers } = await app.call('servers.save', { name: 'Relay', baseUrl: url, kind: 'assistant' })
  await app.call('settings.update', { selectedServerId: servers.at(-1)?.id ?? '' })
  return app
}

async function appOnModelServer(baseUrl: string): Promise<TestApp> {
  const app = await openTestApp({ serverUrl: baseUrl })
  cleanups.push(() => app.close())
  return app
}

async function ask(app: TestApp, text: string): Promise<Turn> {
  const { reply } = await app.call('turns.start', { conversationId: null, text })
  return app.ended(reply.id)
}

const partsOf = ({ content, toolCalls, end, error }: Turn) => ({
  content,
  calls: toolCalls.map(({ name, arguments: args, valid }) => ({ name, args, valid })),
  end,
  error,
})

describe('our client against our server against the demo', () => {
  it.each(['Hi', 'tools', 'Show me code', 'json'])('says to “%s” what the demo itself says', async (text) => {
    const server = await demo(5000)
    const relayed = await ask(await appOn(await relayTo(server)), text)
    const direct = await ask(await appOnModelServer(server.url), text)
    expect(partsOf(relayed)).toEqual(partsOf(direct))
    expect(relayed).toMatchObject({ end: 'done', reasoning: '', usage: null, profile: null, samples: [] })
  })

  it('shows the failure in the server’s words', async () => {
    const { error } = await ask(await appOn(await relayTo(await demo(5000))), 'busy')
    expect(error?.message).toMatch(/HTTP 503.*The server is busy\./)
  })

  it('is stopped by closing, which cancels at the demo too, and keeps what came', async () => {
    const server = await demo(20)
    const app = await appOn(await relayTo(server))
    const { reply } = await app.call('turns.start', { conversationId: null, text: 'Tell me a long story' })
    await expect.poll(() => app.turnInWindow(reply.id).content, { timeout: 10_000 }).not.toBe('')
    expect(await app.call('turns.stop', { turnId: reply.id })).toEqual({ stopped: 'connection' })
    const turn = await app.ended(reply.id)
    expect(turn).toMatchObject({ stopped: 'connection', end: 'closed', error: null })
    expect(turn.content).not.toBe('')
    const running = async () =>
      /^afm:num_requests_running\S* (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    await expect.poll(running, { timeout: 5000 }).toBe('0')
  })
})

describe('a request of our client', () => {
  it('holds roles and texts only, and the reply says what was not sent', async () => {
    const endpoint = await startTestEndpoint({
      chat: (request, response) => {
        beginStream(request, response)
        const tool_calls = [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }]
        response.end(chunk({ content: 'ok', tool_calls }) + chunk({}, 'stop') + DONE)
      },
    })
    cleanups.push(endpoint.close)
    const app = await appOn(endpoint.url)
    const { sampling } = await app.call('settings.get', {})
    await app.call('settings.update', {
      systemPrompt: 'Be brief.',
      thinking: 'on',
      sampling: { ...sampling, temperature: 1 },
    })
    const first = await app.call('turns.start', { conversationId: null, text: 'one' })
    await app.ended(first.reply.id)
    const second = await app.call('turns.start', { conversationId: first.conversationId, text: 'two' })
    await app.ended(second.reply.id)
    expect(JSON.parse(endpoint.asked()[1] ?? '')).toEqual({
      model: 'gemma-3-12b',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: 'two' },
      ],
    })
    expect(second.reply.request).toMatchObject({
      serverName: 'Relay',
      model: '',
      thinking: 'default',
      profile: 'off',
      sampling: { temperature: null },
    })
  })
})

describe('a server of the kind Assistant API', () => {
  it('is found by its 405, and without generating anything', async () => {
    const endpoint = await startTestEndpoint({ chat: () => {} })
    cleanups.push(endpoint.close)
    const app = await appOn(endpoint.url)
    expect(await app.call('servers.refresh', {})).toMatchObject({ state: 'ready', models: [], version: null })
    const found = await app.call('servers.test', { baseUrl: endpoint.url, kind: 'assistant' })
    expect(found).toMatchObject({ baseUrl: new URL(endpoint.url).origin, models: 0 })
    expect(endpoint.upstream.seen).toEqual([])
    await expect(app.call('servers.test', { baseUrl: endpoint.url, kind: 'afm' })).rejects.toMatchObject({
      code: 'http',
    })
  })

  it('is not one that answers otherwise, and says so', async () => {
    const server = await demo(100)
    const app = await appOn(`${server.url}/api/assistant`)
    const status = await app.call('servers.refresh', {})
    expect(status.state).toBe('unreachable')
    expect(status.message).toContain('not as an Assistant API')
    const turn = await ask(app, 'Hi')
    expect(turn.error).toMatchObject({ status: 404 })
  })

  it.each([
    ['application/json', '{"choices":[]}', /JSON instead of events/],
    ['text/html', '<html>', /web page/],
  ])('that answers %s gives an error', async (type, body, words) => {
    const server = createServer((request, response) => {
      if (request.method === 'POST') response.writeHead(200, { 'content-type': type }).end(body)
      else response.writeHead(405, { allow: 'POST' }).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    cleanups.push(() => new Promise((done) => server.close(() => done())))
    const app = await appOn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const { error, end } = await ask(app, 'Hi')
    expect(end).toBe('failed')
    expect(error?.message).toMatch(words)
  })

  it('keeps its kind; settings from before there were kinds are read', async () => {
    const app = await openTestApp()
    const { servers } = await app.call('servers.save', {
      name: 'R',
      baseUrl: '127.0.0.1:1',
      kind: 'assistant',
    })
    const id = servers.at(-1)?.id ?? ''
    await app.call('servers.save', { id, name: 'Renamed', baseUrl: '127.0.0.1:1' })
    const path = join(app.dataFolder, 'settings.json')
    await app.close({ keepFolder: true })
    const saved = JSON.parse(await readFile(path, 'utf8'))
    expect(saved.servers.at(-1)).toMatchObject({ name: 'Renamed', kind: 'assistant' })
    for (const server of saved.servers) delete server.kind
    delete saved.assistant
    await writeFile(path, JSON.stringify(saved))
    const again = await openTestApp({ dataFolder: app.dataFolder })
    cleanups.push(() => again.close())
    const settings = await again.call('settings.get', {})
    expect(settings.servers.map(({ name, kind }) => [name, kind])).toEqual([
      ['AFM on this Mac', 'afm'],
      ['Renamed', 'afm'],
    ])
    expect(settings.assistant.enabled).toBe(false)
  })
})
