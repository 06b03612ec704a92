import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import {
  beginStream,
  chunk,
  DONE,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { storeFolders } from './store-fixtures.ts'

const CHILD = fileURLToPath(new URL('../../fixtures/app-child.ts', import.meta.url))
const { folder, open, cleanUp } = storeFolders()
const children = new Set<ChildProcess>()
const servers: ScriptedServer[] = []
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.close()
  cleanUp()
})

interface Line {
  readonly type: 'ready' | 'started' | 'text' | 'ended' | 'failed'
  readonly atMs: number
  readonly chars?: number
  readonly conversationId?: string
  readonly replyId?: string
  readonly code?: string
}

/** Starts the app on a folder; `line` resolves with the first line of a kind. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(JSON.parse(text) as Line)
    for (const look of waiting) look()
  })
  const exited = new Promise<void>((done) => {
    child.once('close', () => {
      children.delete(child)
      done()
    })
  })
  const line = (type: Line['type']) =>
    new Promise<Line>((found) => {
      const look = () => {
        const it = lines.find((each) => each.type === type)
        if (!it) return
        waiting.delete(look)
        found(it)
      }
      waiting.add(look)
      look()
    })
  return { child, lines, line, exited }
}

const WORDS = 'And then it went on and on. '

/** Streams a word every few ms; every third reply ends soon, the others go on as long as they are read. */
async function storyServer(): Promise<ScriptedServer> {
  let asked = 0
  const server = await startScriptedServer({
    chat: async (request, response) => {
      asked += 1
      const words = asked % 3 === 0 ? 20 : Number.POSITIVE_INFINITY
      beginStream(request, response)
      for (let n = 0; n < words && !response.destroyed; n += 1) {
        response.write(chunk({ content: WORDS }))
        await new Promise((done) => setTimeout(done, 4))
      }
      if (!response.destroyed) response.end(chunk({}, 'stop') + DONE)
    },
  })
  servers.push(server)
  return server
}

it('20 kills in the middle of a stream lose nothing but its last half second', {
  timeout: 180_000,
}, async () => {
  const server = await storyServer()
  const at = folder()
  const killed: { conversationId: string; text: string; ended: boolean; chars: number }[] = []
  for (let round = 0; round < 20; round += 1) {
    const text = `question ${round} ${'x'.repeat(round * 500)}`
    const { child, lines, line, exited } = start(at, server.url, text)
    const { conversationId = '' } = await line('started')
    // From before the first draft to after several.
    await new Promise((done) => setTimeout(done, Math.random() * 1200))
    const killedAtMs = Date.now()
    child.kill('SIGKILL')
    await exited
    const ended = lines.some(({ type }) => type === 'ended')
    const chars = lines.findLast((each) => each.type === 'text' && each.atMs < killedAtMs - 500)?.chars ?? 0
    killed.push({ conversationId, text, ended, chars })

    const raw = new DatabaseSync(conversationsFile(at))
    expect(raw.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    raw.close()
  }

  const store = open(at)
  expect(store.status()).toMatchObject({ state: 'ready', keptAside: null })
  expect(
    store
      .list(100, null)
      .items.map(({ id }) => id)
      .sort(),
  ).toEqual(killed.map(({ conversationId }) => conversationId).sort())
  for (const { conversationId, text, ended, chars } of killed) {
    const [question, reply] = store.open(conversationId).messages
    expect(question).toMatchObject({ text })
    if (reply?.role !== 'assistant') throw new Error('The reply is gone.')
    if (ended) expect(reply.turn).toMatchObject({ end: 'done', content: WORDS.repeat(20) })
    else expect(['interrupted', 'done']).toContain(reply.turn.end)
    expect(reply.turn.content.length).toBeGreaterThanOrEqual(chars)
    expect(WORDS.repeat(1000).startsWith(reply.turn.content)).toBe(true)
  }
  // The rounds were what they were meant to be: some in the middle of a long reply.
  const longest = Math.max(...killed.map(({ chars, ended }) => (ended ? 0 : chars)))
  expect(longest).toBeGreaterThan(0)
  expect(store.search('question', 100, 0).messages).toHaveLength(20)
})

it('a second app on the same folder is told so and writes nothing, until the first has gone', async () => {
  const server = await storyServer()
  const at = folder()
  const first = start(at, server.url, 'mine')
  await first.line('started')
  const second = start(at, server.url, 'not mine')
  expect(await second.line('failed')).toMatchObject({ code: 'data-folder-in-use' })
  await second.exited
  expect(server.seen.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)
  first.child.kill('SIGKILL')
  await first.exited
  const third = start(at, server.url, 'after')
  await third.line('started')
  third.child.kill('SIGKILL')
  await third.exited
  const titles = open(at)
    .list(10, null)
    .items.map(({ title }) => title)
  expect(titles.sort()).toEqual(['after', 'mine'])
})
