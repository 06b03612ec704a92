import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBrowserHost } from '../../../main/browser/server.ts'
import type { Settings } from '../../../shared/chat/settings.ts'
import {
  beginStream,
  chunk,
  DONE,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { openTestApp, type TestApp } from '../../fixtures/test-app.ts'
import { HELLO, onlyError, send } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
beforeEach(() => {
  vi.stubEnv('AKURAI_LLM_URL', '')
  vi.stubEnv('AKURAI_LLM_MODEL', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const UNSET = 'LLM endpoint not configured (set AKURAI_LLM_URL and AKURAI_LLM_MODEL)'
const saying = (word: string) => `event: delta\ndata: ${word}\n\nevent: done\ndata: [DONE]\n\n`

async function modelServer(word: string): Promise<ScriptedServer> {
  const server = await startScriptedServer({
    chat: (request, response) => {
      beginStream(request, response)
      response.end(chunk({ content: word }) + chunk({}, 'stop') + DONE)
    },
  })
  cleanups.push(server.close)
  return server
}

async function open(serverUrl: string): Promise<TestApp> {
  const app = await openTestApp({ serverUrl })
  cleanups.push(() => app.close())
  return app
}

const switched = (app: TestApp, assistant: Settings['assistant']) =>
  app.call('settings.update', { assistant })
async function urlOf(app: TestApp): Promise<string> {
  const { state, url } = await app.call('assistant.status', {})
  if (state !== 'on' || url === null) throw new Error(`the switch is ${state}`)
  return url
}

describe('the switch', () => {
  it('is off at first', async () => {
    const app = await open((await modelServer('ok')).url)
    expect(await app.call('assistant.status', {})).toEqual({
      state: 'off',
      url: null,
      message: null,
      source: 'selected',
    })
  })

  it('on, lends the selected server, its key and model; off again, frees the port', async () => {
    const server = await modelServer('selected')
    const app = await open(server.url)
    const saved = await app.call('servers.save', { name: 'Mine', baseUrl: server.url, key: 'sk-secret' })
    await app.call('settings.update', { selectedServerId: saved.servers.at(-1)?.id ?? '' })
    await switched(app, { enabled: true, port: 0 })
    const url = await urlOf(app)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/assistant$/)
    expect((await send(url)).text).toBe(saying('selected'))
    const chat = server.seen.find(({ path }) => path === '/v1/chat/completions')
    expect(JSON.parse(chat?.body ?? '')).toMatchObject({ model: 'test-model' })
    expect(chat?.headers.authorization).toBe('Bearer sk-secret')

    await switched(app, { enabled: false, port: 0 })
    expect(await app.call('assistant.status', {})).toMatchObject({ state: 'off', url: null })
    await expect(send(url)).rejects.toThrow('ECONNREFUSED')
  })

  it('on, prefers the environment, and says so; half set, it says what is missing', async () => {
    const app = await open((await modelServer('selected')).url)
    const other = await modelServer('environment')
    await switched(app, { enabled: true, port: 0 })
    const url = await urlOf(app)
    vi.stubEnv('AKURAI_LLM_URL', other.url)
    expect(onlyError(await send(url))).toBe(UNSET)
    vi.stubEnv('AKURAI_LLM_MODEL', 'm')
    expect((await send(url)).text).toBe(saying('environment'))
    expect(await app.call('assistant.status', {})).toMatchObject({ source: 'environment' })
  })

  it('moves with its port, and outlives the app', async () => {
    const server = await modelServer('ok')
    const app = await open(server.url)
    await switched(app, { enabled: true, port: 0 })
    const first = await urlOf(app)
    const port = Number(new URL(first).port)
    await switched(app, { enabled: true, port: 0 })
    expect(await urlOf(app)).toBe(first)
    await switched(app, { enabled: true, port })
    expect(await urlOf(app)).toBe(first)
    await app.close({ keepFolder: true })
    await expect(send(first)).rejects.toThrow('ECONNREFUSED')
    const again = await openTestApp({ serverUrl: server.url, dataFolder: app.dataFolder })
    cleanups.push(() => again.close())
    expect(await urlOf(again)).toBe(first)
    expect((await send(first)).text).toBe(saying('ok'))
  })

  it('on a port that is taken says so, and is on once it is free', async () => {
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    const { port } = taken.address() as AddressInfo
    const app = await open((await modelServer('ok')).url)
    await switched(app, { enabled: true, port })
    const failed = await app.call('assistant.status', {})
    expect(failed).toMatchObject({ state: 'failed', url: null })
    expect(failed.message).toContain(String(port))
    await new Promise<void>((done) => taken.close(() => done()))
    await switched(app, { enabled: true, port })
    expect((await send(await urlOf(app))).text).toBe(saying('ok'))
  })

  it('never asks an Assistant API, which might be itself', async () => {
    const app = await open((await modelServer('ok')).url)
    await switched(app, { enabled: true, port: 0 })
    const url = await urlOf(app)
    const { servers } = await app.call('servers.save', { name: 'Me', baseUrl: url, kind: 'assistant' })
    await app.call('settings.update', { selectedServerId: servers.at(-1)?.id ?? '' })
    expect(onlyError(await send(url))).toContain('Assistant API itself')
  })

  it('and its port are changed one by one, also at the same moment', async () => {
    const app = await open((await modelServer('ok')).url)
    await Promise.all([
      app.call('settings.update', { assistant: { port: 0 } }),
      app.call('settings.update', { assistant: { enabled: true } }),
    ])
    expect((await app.call('settings.get', {})).assistant).toEqual({ enabled: true, port: 0 })
    expect((await send(await urlOf(app))).text).toBe(saying('ok'))
  })

  it('is told to every window', async () => {
    const app = await open((await modelServer('ok')).url)
    const heard: string[] = []
    app.app.onEvent((name, payload) => {
      if (name === 'assistant.changed') heard.push((payload as { state: string }).state)
    })
    await switched(app, { enabled: true, port: 0 })
    await switched(app, { enabled: false, port: 0 })
    expect(heard).toEqual(['on', 'off'])
  })
})

describe('under the browser host', () => {
  async function host(app: TestApp): Promise<string> {
    const started = await startBrowserHost({ app: app.app, rendererFolder: app.dataFolder })
    cleanups.push(started.close)
    return `${new URL(started.url).origin}/api/assistant`
  }

  it('answers from the environment; the selected server is lent by the switch only', async () => {
    const app = await open((await modelServer('selected')).url)
    const url = await host(app)
    expect(onlyError(await send(url))).toBe(UNSET)
    await switched(app, { enabled: true, port: 0 })
    expect((await send(url)).text).toBe(saying('selected'))
    vi.stubEnv('AKURAI_LLM_URL', (await modelServer('environment')).url)
    vi.stubEnv('AKURAI_LLM_MODEL', 'm')
    expect((await send(url)).text).toBe(saying('environment'))
  })

  it('keeps the method, Host and Origin rules', async () => {
    const app = await open((await modelServer('ok')).url)
    const url = await host(app)
    const get = await send(url, '', { method: 'GET' })
    expect([get.status, get.headers.allow]).toEqual([405, 'POST'])
    expect((await send(url, HELLO, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await send(url, HELLO, { headers: { host: 'evil.example' } })).status).toBe(421)
  })
})
