import { afterEach, expect, it } from 'vitest'
import { figuresOf } from '../../../shared/metrics/figures.ts'
import { COMPARED } from '../../../shared/metrics/turn-summary.ts'
import { beginStream, chunk, DONE, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { openTestApp, type TestApp } from '../../fixtures/test-app.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An app whose server writes three words and its usage, and goes on only when it is told to. */
async function setUp() {
  /** What the server waits for before it ends a reply; nothing, until it is told to hold. */
  let held: PromiseWithResolvers<void> | null = null
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      for (const word of ['one ', 'two ', 'three']) {
        response.write(chunk({ content: word }))
        await new Promise((go) => setTimeout(go, 15))
      }
      await held?.promise
      const usage = { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 }
      response.end(`${chunk({}, 'stop')}data: ${JSON.stringify({ choices: [], usage })}\n\n${DONE}`)
    },
  })
  const app = await openTestApp({ serverUrl: server.url })
  cleanups.push(server.close, () => app.close())
  return {
    app,
    hold: () => {
      held = Promise.withResolvers()
    },
    release: () => held?.resolve(),
  }
}

async function ask(app: TestApp, conversationId: string | null, text: string) {
  const started = await app.call('turns.start', { conversationId, text })
  return { started, turn: await app.ended(started.reply.id) }
}

it('lists a turn once it has ended, with the figures that are shown under it', async () => {
  const { app, hold, release } = await setUp()
  const { started, turn } = await ask(app, null, 'First')
  const { conversationId } = started
  const page = await app.call('turns.list', { conversationId })
  expect(page).toMatchObject({ next: null, total: 1, unreadable: 0 })
  const figures = figuresOf(turn)
  for (const key of COMPARED) expect(page.items[0]?.[key]).toEqual(figures[key])
  expect(page.items[0]).toMatchObject({
    replyId: started.reply.id,
    conversationTitle: 'First',
    model: 'test-model',
    demo: false,
    tokens: { value: 3, source: 'server' },
    contextTokens: { value: 23, source: 'server' },
    decodeRate: { source: 'measured' },
    energyPerToken: null,
  })
  expect((await app.call('turns.read', { replyId: started.reply.id })).turn).toEqual(turn)

  hold()
  const running = await app.call('turns.start', { conversationId, text: 'Second' })
  expect((await app.call('turns.list', { conversationId: null })).total).toBe(1)
  await expect(app.call('turns.read', { replyId: running.reply.id })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect.poll(() => app.turnInWindow(running.reply.id).content).toBe('one two three')
  release()
  await app.ended(running.reply.id)
  const both = await app.call('turns.list', { conversationId: null })
  expect(both.items.map(({ replyId }) => replyId)).toEqual([running.reply.id, started.reply.id])
})

it('refuses what is not there, and what is no question', async () => {
  const { app } = await setUp()
  const { started } = await ask(app, null, 'First')
  const codeOf = async (name: 'turns.list' | 'turns.read', input: unknown) => {
    const answer = await app.app.call(name, input)
    return answer.ok ? null : answer.error.code
  }
  expect(await codeOf('turns.list', { conversationId: 'never' })).toBe('not-found')
  expect(await codeOf('turns.list', { conversationId: null, after: 'never' })).toBe('not-found')
  expect(await codeOf('turns.read', { replyId: 'never' })).toBe('not-found')
  // A message of the user's is no turn.
  expect(await codeOf('turns.read', { replyId: started.userMessage?.id })).toBe('not-found')
  for (const input of [{}, { conversationId: null, limit: 101 }, { conversationId: null, limit: 0 }])
    expect(await codeOf('turns.list', input)).toBe('invalid-input')
  expect(await codeOf('turns.list', { conversationId: null, more: 1 })).toBe('invalid-input')
  expect(await codeOf('turns.read', { replyId: '' })).toBe('invalid-input')
})
