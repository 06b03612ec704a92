import { delimiter } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startDemoServer } from '../../../main/demo/index.ts'
import type { BridgeEvents } from '../../../shared/bridge.ts'
import type { ServerMetrics } from '../../../shared/metrics/live-machine.ts'
import { fakeTool, isAlive } from '../../fixtures/fake-tool.ts'
import { startScriptedServer } from '../../fixtures/scripted-server.ts'
import { openTestApp } from '../../fixtures/test-app.ts'

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A stand-in for macmon where the app looks last: on PATH. */
function macmonOnPath() {
  const macmon = fakeTool('macmon', { lines: 'macmon.jsonl' })
  const before = process.env.PATH
  process.env.PATH = `${macmon.folder}${delimiter}${before}`
  cleanups.push(() => {
    process.env.PATH = before
    macmon.remove()
  })
  return macmon
}

async function appOn(serverUrl: string) {
  const app = await openTestApp({ serverUrl })
  cleanups.push(() => app.close())
  return app
}

it('measures this Mac while a turn runs, keeps it with the turn, and stops with it', async () => {
  const macmon = macmonOnPath()
  const demo = await startDemoServer({ port: 0, rateTokS: 150 })
  cleanups.push(() => demo.close())
  const app = await appOn(demo.url)
  await app.call('settings.update', { profile: 'off' })
  expect(macmon.pids()).toEqual([])
  const { reply, conversationId } = await app.call('turns.start', {
    conversationId: null,
    text: 'Show me a tour',
  })
  const turn = await app.ended(reply.id)
  expect(turn.livePower?.source).toBe('macmon')
  expect(turn.livePower?.samples.length).toBeGreaterThan(3)
  const conversation = await app.call('conversations.open', { id: conversationId })
  const stored = conversation.messages.find(({ id }) => id === reply.id)
  expect(stored?.role === 'assistant' && stored.turn).toEqual(turn)
  await poll(() => macmon.pids().some(isAlive)).toBe(false)
})

it('AFM’s own samples take the place of what was measured beside it', async () => {
  macmonOnPath()
  const demo = await startDemoServer({ port: 0, rateTokS: 150 })
  cleanups.push(() => demo.close())
  const app = await appOn(demo.url)
  const { reply } = await app.call('turns.start', { conversationId: null, text: 'Show me a tour' })
  const turn = await app.ended(reply.id)
  expect(turn.samples.length).toBeGreaterThan(1)
  expect(turn.livePower).toBeNull()
})

it('measures and reads the server’s metrics while a dashboard is in view, and not a moment longer', async () => {
  const macmon = macmonOnPath()
  const demo = await startDemoServer({ port: 0 })
  cleanups.push(() => demo.close())
  const app = await appOn(demo.url)
  const samples: BridgeEvents['power.samples'][] = []
  const metrics: (ServerMetrics | null)[] = []
  app.app.onEvent((name, payload) => {
    if (name === 'power.samples') samples.push(payload as BridgeEvents['power.samples'])
    if (name === 'server.metrics') metrics.push(payload as ServerMetrics | null)
  })
  const state = await app.call('dashboard.visible', { viewId: 'w1', visible: true })
  expect(state.power).toMatchObject({ state: 'running', source: 'macmon' })
  await poll(() => samples.length).toBeGreaterThan(2)
  await poll(() => metrics.at(-1)?.runningRequests).toBe(0)
  await app.call('dashboard.visible', { viewId: 'w1', visible: false })
  await poll(() => macmon.pids().some(isAlive)).toBe(false)
  // The setting holds at once, also while in view.
  await app.call('settings.update', { power: 'off' })
  expect((await app.call('dashboard.visible', { viewId: 'w1', visible: true })).power.state).toBe('off')
})

it('a server without metrics has no block, and is not asked again and again', async () => {
  const server = await startScriptedServer({ chat: (_request, response) => void response.end() })
  cleanups.push(() => server.close())
  const app = await appOn(server.url)
  const state = await app.call('dashboard.visible', { viewId: 'w1', visible: true })
  expect(state.server).toBeNull()
  await new Promise((go) => setTimeout(go, 2500))
  expect(server.seen.filter(({ path }) => path === '/metrics')).toHaveLength(1)
  expect((await app.call('dashboard.visible', { viewId: 'w1', visible: true })).server).toBeNull()
})
