import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import {
  beginStream,
  chunk,
  confirmCancel,
  DONE,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../fixtures/scripted-server.ts'
import { openTestApp, type TestApp } from '../fixtures/test-app.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(script: Script): Promise<{ server: ScriptedServer; app: TestApp }> {
  const server = await startScriptedServer(script)
  const app = await openTestApp({ serverUrl: server.url })
  cleanups.push(server.close, () => app.close())
  return { server, app }
}

const saying =
  (...words: string[]): Script['chat'] =>
  (request, response) => {
    beginStream(request, response)
    response.end(words.map((content) => chunk({ content })).join('') + chunk({}, 'stop') + DONE)
  }

/** Streams one word, then waits for the gate. */
function gated() {
  const gate = Promise.withResolvers<void>()
  const chat: Script['chat'] = async (request, response) => {
    beginStream(request, response)
    response.write(chunk({ content: 'first ' }))
    await gate.promise
    if (!response.destroyed) response.end(chunk({ content: 'second' }) + chunk({}, 'stop') + DONE)
  }
  return { chat, open: () => gate.resolve() }
}
const bodyOf = (server: ScriptedServer, at = 0) =>
  JSON.parse(server.seen.filter((request) => request.path === '/v1/chat/completions')[at]?.body ?? '{}')

describe('a turn', () => {
  it('goes from the message to the stored reply, the same in main and window', async () => {
    const { server, app } = await setUp({ chat: saying('Hello', ' there') })
    const { conversationId, reply, userMessage } = await app.call('turns.start', {
      conversationId: null,
      text: 'Hi!\nmore',
    })
    const turn = await app.ended(reply.id)
    expect(turn).toMatchObject({ content: 'Hello there', end: 'done' })
    const conversation = await app.call('conversations.open', { id: conversationId })
    expect(conversation).toMatchObject({ title: 'Hi!', leafId: reply.id })
    expect(conversation.messages).toEqual([userMessage, { ...reply, turn }])
    expect(bodyOf(server)).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hi!\nmore' }],
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(await app.call('conversations.list', {})).toMatchObject({
      items: [{ id: conversationId, streaming: false }],
      next: null,
      total: 1,
    })
  })

  it('sends the branch so far, and every setting that is set', async () => {
    const { server, app } = await setUp({ chat: saying('ok') })
    await app.call('settings.update', {
      systemPrompt: 'Be brief.',
      thinking: 'off',
      profile: 'summary',
      sampling: { temperature: 0, topP: 0.9, topK: 40, minP: 0.05, maxTokens: 99, seed: 7, stop: ['END'] },
    })
    const first = await app.call('turns.start', { conversationId: null, text: 'one' })
    await app.ended(first.reply.id)
    const second = await app.call('turns.start', { conversationId: first.conversationId, text: 'two' })
    await app.ended(second.reply.id)
    expect(bodyOf(server, 1)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: 'two' },
      ],
      temperature: 0,
      top_p: 0.9,
      top_k: 40,
      min_p: 0.05,
      max_tokens: 99,
      seed: 7,
      stop: ['END'],
      chat_template_kwargs: { enable_thinking: false },
    })
    const chats = server.seen.filter((request) => request.path === '/v1/chat/completions')
    expect(chats[1]?.headers['x-afm-profile']).toBe('true')
  })

  it('asked again is a sibling, and the first reply stays', async () => {
    const { server, app } = await setUp({ chat: saying('ok') })
    const first = await app.call('turns.start', { conversationId: null, text: 'one' })
    await app.ended(first.reply.id)
    const again = await app.call('turns.retry', {
      conversationId: first.conversationId,
      replyId: first.reply.id,
    })
    await app.ended(again.reply.id)
    expect(again.reply.parentId).toBe(first.reply.parentId)
    const versions = { [again.reply.id]: [first.reply.id, again.reply.id] }
    expect(again.siblings).toEqual(versions)
    const { siblings, leafId } = await app.call('conversations.open', { id: first.conversationId })
    expect(siblings).toEqual(versions)
    expect(leafId).toBe(again.reply.id)
    expect(bodyOf(server, 1).messages).toEqual([{ role: 'user', content: 'one' }])
  })

  it('is one at a time in a conversation, also when two windows send at once', async () => {
    const { chat, open } = gated()
    const { app } = await setUp({ chat })
    const first = await app.call('turns.start', { conversationId: null, text: 'one' })
    const again = { conversationId: first.conversationId, text: 'two' }
    await expect(app.call('turns.start', again)).rejects.toMatchObject({ code: 'busy' })
    open()
    await app.ended(first.reply.id)
    const both = await Promise.allSettled([app.call('turns.start', again), app.call('turns.start', again)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('can be attached to in the middle: snapshot and later batches make the whole', async () => {
    const { chat, open } = gated()
    const { app } = await setUp({ chat })
    const { reply } = await app.call('turns.start', { conversationId: null, text: 'one' })
    await expect.poll(() => app.turnInWindow(reply.id).content).toBe('first ')
    const snapshot = await app.call('turns.attach', { turnId: reply.id })
    expect(snapshot.turn.content).toBe('first ')
    expect(snapshot.seq).toBe(app.batches.filter((batch) => batch.turnId === reply.id).length)
    open()
    expect((await app.ended(reply.id)).content).toBe('first second')
    await expect(app.call('turns.attach', { turnId: reply.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('asks for one profile at a time, and says why the other has none', async () => {
    const { chat, open } = gated()
    const { server, app } = await setUp({ chat })
    const first = await app.call('turns.start', { conversationId: null, text: 'one' })
    const second = await app.call('turns.start', { conversationId: null, text: 'two' })
    const profileOf = (reply: ReplyMessage) => reply.request.profile
    expect([profileOf(first.reply), profileOf(second.reply)]).toEqual(['extended', 'busy'])
    open()
    await Promise.all([app.ended(first.reply.id), app.ended(second.reply.id)])
    const headers = server.seen
      .filter(({ path }) => path === '/v1/chat/completions')
      .map((seen) => seen.headers)
    expect(headers.map((header) => header['x-afm-profile'])).toEqual(['extended', undefined])
  })

  it('is stopped by its id; an unknown turn is nothing to stop', async () => {
    const { chat } = gated()
    const { server, app } = await setUp({ chat, cancel: confirmCancel })
    const { reply } = await app.call('turns.start', { conversationId: null, text: 'one' })
    await expect.poll(() => app.turnInWindow(reply.id).content).toBe('first ')
    expect(await app.call('turns.stop', { turnId: reply.id })).toEqual({ stopped: 'connection' })
    expect(server.cancels()[0]?.path).toContain(reply.turn.requestId)
    expect(await app.call('turns.stop', { turnId: reply.id })).toEqual({ stopped: null })
  })

  it('is stopped and stored when the app closes', async () => {
    const { chat } = gated()
    const { server, app } = await setUp({ chat })
    const { reply } = await app.call('turns.start', { conversationId: null, text: 'one' })
    await expect.poll(() => app.turnInWindow(reply.id).content).toBe('first ')
    await app.app.close()
    expect(app.turnInWindow(reply.id)).toMatchObject({ content: 'first ', stopped: 'connection' })
    await expect.poll(() => server.closedByClient()).toBe(1)
  })
})

describe('the bridge’s commands', () => {
  it.each([
    ['unknown-command', 'nope', {}],
    ['unknown-command', '__proto__', {}],
    ['unknown-command', null, {}],
    ['invalid-input', 'turns.start', { text: 'x' }],
    ['invalid-input', 'turns.start', { conversationId: null, text: '' }],
    ['invalid-input', 'turns.stop', { turnId: 'x', extra: 1 }],
    ['invalid-input', 'settings.update', { sampling: { temperature: 99 } }],
    ['not-found', 'conversations.open', { id: 'gone' }],
    ['invalid-url', 'app.openExternal', { url: 'javascript:alert(1)' }],
    ['invalid-url', 'app.openExternal', { url: 'file:///etc/passwd' }],
    ['invalid-url', 'app.openExternal', { url: 'http://example.com' }],
    ['invalid-url', 'servers.save', { name: 'x', baseUrl: 'ftp://x' }],
  ])('answer %s to %j %j', async (code, name, input) => {
    const { app } = await setUp({ chat: saying('ok') })
    expect(await app.app.call(name, input)).toMatchObject({ ok: false, error: { code } })
    expect(app.opened).toEqual([])
  })

  it('open https and mailto outside', async () => {
    const { app } = await setUp({ chat: saying('ok') })
    await app.call('app.openExternal', { url: 'https://example.com/a?b#c' })
    await app.call('app.openExternal', { url: 'mailto:a@example.com' })
    expect(app.opened).toEqual(['https://example.com/a?b#c', 'mailto:a@example.com'])
  })
})

describe('settings and servers', () => {
  it('outlive the app; keys are kept apart', async () => {
    const { server, app } = await setUp({ chat: saying('ok') })
    await app.call('servers.save', { name: 'Mine', baseUrl: `${server.url}/v1/`, key: 'sk-secret' })
    await app.call('settings.update', { systemPrompt: 'S', theme: 'dark' })
    const { dataFolder } = app
    await app.close({ keepFolder: true })

    const text = await readFile(join(dataFolder, 'settings.json'), 'utf8')
    expect(text).not.toContain('sk-secret')
    expect(text).not.toContain('command-line')
    expect((await stat(join(dataFolder, 'secrets.json'))).mode & 0o777).toBe(0o600)
    const again = await openTestApp({ dataFolder })
    cleanups.push(() => again.close())
    const settings = await again.call('settings.get', {})
    expect(settings).toMatchObject({ systemPrompt: 'S', theme: 'dark', selectedServerId: 'local' })
    expect(settings.servers).toMatchObject([
      { id: 'local' },
      { name: 'Mine', baseUrl: server.url, hasKey: true },
    ])

    const id = settings.servers[1]?.id ?? ''
    await again.call('settings.update', { selectedServerId: id })
    const { reply } = await again.call('turns.start', { conversationId: null, text: 'x' })
    await again.ended(reply.id)
    const chat = server.seen.find(({ path }) => path === '/v1/chat/completions')
    expect(chat?.headers.authorization).toBe('Bearer sk-secret')
    expect(await again.call('servers.remove', { id })).toMatchObject({ selectedServerId: 'local' })
    await expect(again.call('servers.remove', { id: 'local' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  it('test a connection without saving it', async () => {
    const { server, app } = await setUp({ chat: saying('ok') })
    const found = await app.call('servers.test', { baseUrl: server.url })
    expect(found).toMatchObject({ baseUrl: server.url, models: 1, version: '9.9.9' })
    expect((await app.call('settings.get', {})).servers).toHaveLength(2)
    await server.close()
    await expect(app.call('servers.test', { baseUrl: server.url })).rejects.toMatchObject({ code: 'connect' })
  })

  it('leave embedding models out', async () => {
    const { app } = await setUp({
      chat: saying('ok'),
      models: (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            data: [
              { id: 'a', max_context_length: 4096 },
              { id: 'vec' },
              { id: 'nomic-embed-text' },
              { id: 'b' },
            ],
            models: [
              { name: 'a', model: 'a', capabilities: ['chat'] },
              { model: 'vec', capabilities: ['embeddings'] },
            ],
          }),
        )
      },
    })
    expect((await app.call('servers.refresh', {})).models).toEqual([
      { id: 'a', loaded: null, contextTokens: 4096 },
      { id: 'b', loaded: null, contextTokens: null },
    ])
  })

  it('survive a damaged settings file, which is kept aside, and a single bad value', async () => {
    const app = await openTestApp()
    const { dataFolder } = app
    await app.close({ keepFolder: true })
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ theme: 'dark', thinking: 'perhaps' }))
    const second = await openTestApp({ dataFolder })
    expect(await second.call('settings.get', {})).toMatchObject({ theme: 'dark', thinking: 'default' })
    await second.close({ keepFolder: true })
    await writeFile(join(dataFolder, 'settings.json'), '{"theme": "da')
    const third = await openTestApp({ dataFolder })
    cleanups.push(() => third.close())
    expect((await third.call('settings.get', {})).theme).toBe('system')
  })
})
