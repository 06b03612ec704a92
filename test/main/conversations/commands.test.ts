import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostServices } from '../../../main/host.ts'
import type { BridgeEventName } from '../../../shared/bridge.ts'
import type { OpenConversation } from '../../../shared/chat/conversation.ts'
import {
  beginStream,
  chunk,
  DONE,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { openTestApp, type TestApp } from '../../fixtures/test-app.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(
  chat: Script['chat'],
  host: Partial<HostServices> = {},
): Promise<{ server: ScriptedServer; app: TestApp }> {
  const server = await startScriptedServer({ chat })
  const app = await openTestApp({ serverUrl: server.url, host })
  cleanups.push(server.close, () => app.close())
  return { server, app }
}

/** Thinks, calls a tool, and says which request it was. */
function numbered(): Script['chat'] {
  let asked = 0
  return (_request, response) => {
    asked += 1
    beginStream(_request, response)
    const call = { index: 0, id: `call-${asked}`, function: { name: 'look', arguments: '{"n":1}' } }
    response.end(
      chunk({ reasoning_content: 'secret thought' }) +
        chunk({ content: `answer ${asked}` }) +
        chunk({ tool_calls: [call] }) +
        chunk({}, 'stop') +
        DONE,
    )
  }
}

async function ask(app: TestApp, conversationId: string | null, text: string) {
  const started = await app.call('turns.start', { conversationId, text })
  await app.ended(started.reply.id)
  return started
}

const bodies = (server: ScriptedServer) =>
  server.seen
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(
      ({ body }) =>
        (JSON.parse(body) as { messages: { role: string; content: string; tool_calls?: unknown[] }[] })
          .messages,
    )

const texts = ({ messages }: OpenConversation) =>
  messages.map((message) => (message.role === 'user' ? message.text : message.turn.content))

const never: Script['chat'] = (request, response) => {
  beginStream(request, response)
  response.write(chunk({ content: 'so far' }))
}

describe('what the model is sent', () => {
  it('is exactly the visible branch, calls and all, without reasoning', async () => {
    const { server, app } = await setUp(numbered())
    const first = await ask(app, null, 'one')
    const id = first.conversationId
    await ask(app, id, 'two')
    const edited = await app.call('turns.edit', {
      conversationId: id,
      messageId: first.userMessage?.id ?? '',
      text: 'one, better',
    })
    await app.ended(edited.reply.id)
    expect(bodies(server)[2]).toEqual([{ role: 'user', content: 'one, better' }])
    expect(edited.siblings).toEqual({
      [edited.userMessage?.id ?? '']: [first.userMessage?.id, edited.userMessage?.id],
    })
    await ask(app, id, 'three')
    expect(bodies(server)[3]?.map(({ content }) => content)).toEqual(['one, better', 'answer 3', 'three'])

    await app.call('branches.switch', { conversationId: id, messageId: first.reply.id })
    await ask(app, id, 'four')
    const last = bodies(server)[4] ?? []
    expect(last.map(({ content }) => content)).toEqual(['one', 'answer 1', 'two', 'answer 2', 'four'])
    expect(last[1]?.tool_calls).toEqual([
      { id: 'call-1', type: 'function', function: { name: 'look', arguments: '{"n":1}' } },
    ])
    expect(server.seen.map(({ body }) => body).join()).not.toContain('secret thought')
  })

  it('after its only reply was deleted is the question again', async () => {
    const { server, app } = await setUp(numbered())
    const first = await ask(app, null, 'one')
    const id = first.conversationId
    const { conversation } = await app.call('branches.delete', {
      conversationId: id,
      messageId: first.reply.id,
    })
    expect(texts(conversation)).toEqual(['one'])
    const again = await app.call('turns.retry', { conversationId: id, replyId: first.userMessage?.id ?? '' })
    await app.ended(again.reply.id)
    expect(bodies(server)[1]).toEqual([{ role: 'user', content: 'one' }])
    expect(texts(await app.call('conversations.open', { id }))).toEqual(['one', 'answer 2'])
  })

  it('is nothing when the message could not be stored', async () => {
    const { server, app } = await setUp(numbered())
    const { conversationId } = await ask(app, null, 'one')
    const other = await ask(app, null, 'two')
    await expect(
      app.call('turns.edit', { conversationId, messageId: other.userMessage?.id ?? '', text: 'x' }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      app.call('turns.edit', { conversationId: other.conversationId, messageId: other.reply.id, text: 'x' }),
    ).rejects.toMatchObject({ code: 'invalid-input' })
    expect(bodies(server)).toHaveLength(2)
    // Nothing stands in the way of the next message.
    await ask(app, conversationId, 'three')
  })
})

describe('while a reply streams', () => {
  it('its conversation can be deleted, which stops it, and brought back as it was then', async () => {
    const { server, app } = await setUp(never)
    const { conversationId, reply } = await app.call('turns.start', { conversationId: null, text: 'one' })
    await expect.poll(() => app.turnInWindow(reply.id).content).toBe('so far')
    await expect(app.call('branches.delete', { conversationId, messageId: reply.id })).rejects.toMatchObject({
      code: 'busy',
    })
    const { deletionId } = await app.call('conversations.delete', { id: conversationId })
    await expect.poll(() => server.closedByClient()).toBe(1)
    expect((await app.call('conversations.list', {})).items).toEqual([])
    const back = await app.call('deletions.undo', { deletionId })
    expect(texts(back)).toEqual(['one', 'so far'])
    expect(back.messages[1]).toMatchObject({ turn: { stopped: 'connection' } })
  })

  it('the store has it, but for the last moment', async () => {
    const { app } = await setUp(never)
    const { conversationId } = await app.call('turns.start', { conversationId: null, text: 'one' })
    await expect
      .poll(async () => texts(await app.call('conversations.open', { id: conversationId })))
      .toEqual(['one', 'so far'])
    expect((await app.call('conversations.list', {})).items[0]?.streaming).toBe(true)
  })
})

describe('every window', () => {
  it('hears what changed in the list and in a conversation', async () => {
    const { app } = await setUp(numbered())
    const { conversationId: id, reply } = await ask(app, null, 'one')
    const heard: [BridgeEventName, unknown][] = []
    app.app.onEvent((name, payload) => void heard.push([name, payload]))
    await app.call('conversations.rename', { id, title: '  New name ' })
    await app.call('conversations.pin', { id, pinned: true })
    const { deletionId } = await app.call('branches.delete', { conversationId: id, messageId: reply.id })
    await app.call('deletions.undo', { deletionId })
    await app.call('conversations.delete', { id })
    const listed = (title: string, pinned: boolean) => [
      'conversations.changed',
      { changed: [expect.objectContaining({ id, title, pinned })], removed: [] },
    ]
    expect(heard).toEqual([
      listed('New name', false),
      listed('New name', true),
      ['branches.changed', { conversationId: id }],
      listed('New name', true),
      ['branches.changed', { conversationId: id }],
      ['conversations.changed', { changed: [], removed: [id] }],
    ])
  })

  it('finds drafts where they were left', async () => {
    const { app } = await setUp(numbered())
    await app.call('drafts.save', { conversationId: '', text: 'not begun' })
    const { conversationId } = await ask(app, null, 'not begun')
    await app.call('drafts.save', { conversationId, text: 'unsent' })
    expect(await app.call('drafts.list', {})).toEqual({ [conversationId]: 'unsent' })
    expect((await app.call('conversations.open', { id: conversationId })).draft).toBe('unsent')
    await ask(app, conversationId, 'sent')
    expect(await app.call('drafts.list', {})).toEqual({})
  })
})

describe('transcripts', () => {
  const parts = { reasoning: true, toolCalls: true, figures: true, samples: true }

  it('go to the page where the host has no dialog, and come back in through pieces', async () => {
    const { app } = await setUp(numbered())
    const { conversationId } = await ask(app, null, 'one/two')
    const scope = { kind: 'conversation', conversationId } as const
    const file = await app.call('transcripts.export', { scope, format: 'json', parts })
    if (file.outcome !== 'download') throw new Error(file.outcome)
    expect(file).toMatchObject({ fileName: 'one two.json', mediaType: 'application/json' })
    const print = await app.call('transcripts.export', { scope, format: 'pdf', parts })
    expect(print).toMatchObject({
      outcome: 'print',
      title: 'one/two',
      bodyHtml: expect.stringContaining('answer 1'),
    })

    const { app: other } = await setUp(numbered())
    const heard: unknown[] = []
    other.app.onEvent((name, payload) => name === 'conversations.changed' && heard.push(payload))
    const bytes = Buffer.from(file.text)
    const piece = (index: number, from: number, to?: number) => ({
      uploadId: 'u',
      index,
      last: to === undefined,
      base64: bytes.subarray(from, to).toString('base64'),
    })
    expect(await other.call('transcripts.import', piece(0, 0, 100))).toBeNull()
    const report = await other.call('transcripts.import', piece(1, 100))
    expect(report).toMatchObject({ imported: [{ conversationId, title: 'one/two' }], duplicates: 0 })
    expect(heard).toMatchObject([{ changed: [{ id: conversationId }], removed: [] }])
    const { siblings: _s, draft: _d, ...there } = await app.call('conversations.open', { id: conversationId })
    expect(await other.call('conversations.open', { id: conversationId })).toMatchObject(there)
  })

  it('are saved by the host, which alone can say so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'afm-desktop-export-'))
    let cancels = false
    const { app } = await setUp(numbered(), {
      async saveFile(name, bytes) {
        if (cancels) return null
        await writeFile(join(folder, name), bytes)
        return join(folder, name)
      },
      printToPdf: async (html) => Buffer.from(`%PDF of ${html.length}`),
    })
    await ask(app, null, 'one')
    await ask(app, null, 'two')
    const all = { kind: 'all' } as const
    const path = join(folder, 'All conversations.md')
    expect(await app.call('transcripts.export', { scope: all, format: 'markdown', parts })).toEqual({
      outcome: 'saved',
      path,
    })
    const text = await readFile(path, 'utf8')
    expect([text.includes('answer 1'), text.includes('answer 2')]).toEqual([true, true])
    const pdf = await app.call('transcripts.export', { scope: all, format: 'pdf', parts })
    expect(pdf).toEqual({ outcome: 'saved', path: join(folder, 'All conversations.pdf') })
    expect(await readFile(join(folder, 'All conversations.pdf'), 'utf8')).toMatch(/^%PDF/)
    cancels = true
    expect(await app.call('transcripts.export', { scope: all, format: 'html', parts })).toEqual({
      outcome: 'cancelled',
    })
    await expect(
      app.call('transcripts.export', {
        scope: { kind: 'branch', conversationId: 'gone' },
        format: 'html',
        parts,
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

it('a damaged file is told to the window that asks', async () => {
  const { app, server } = await setUp(numbered())
  await ask(app, null, 'one')
  await app.close({ keepFolder: true })
  await writeFile(join(app.dataFolder, 'conversations.sqlite'), 'garbage '.repeat(100))
  const again = await openTestApp({ serverUrl: server.url, dataFolder: app.dataFolder })
  cleanups.push(() => again.close())
  const status = await again.call('store.status', {})
  expect(status).toMatchObject({
    state: 'ready',
    keptAside: expect.stringContaining('conversations.sqlite.broken-'),
  })
  expect(await readFile(status.keptAside ?? '', 'utf8')).toBe('garbage '.repeat(100))
})

it('two apps in one process do not share a folder either', async () => {
  const { app, server } = await setUp(numbered())
  await expect(openTestApp({ serverUrl: server.url, dataFolder: app.dataFolder })).rejects.toMatchObject({
    code: 'data-folder-in-use',
  })
})
