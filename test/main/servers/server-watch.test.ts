import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startDemoServer } from '../../../main/demo/index.ts'
import { ServerWatch } from '../../../main/servers/server-watch.ts'
import type { ServerStatus } from '../../../shared/chat/server-status.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A port that was free a moment ago, for a server that is not there yet. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((done) => server.close(() => done()))
  return port
}

function watchAt(baseUrl: string, defaultBaseUrl = baseUrl) {
  const states: ServerStatus['state'][] = []
  const watch = new ServerWatch({
    defaultBaseUrl,
    selectedServer: () => ({ id: 'local', name: 'AFM', baseUrl, hasKey: false, kind: 'afm' }),
    keyOf: async () => null,
    startDemo: () => startDemoServer({ port: 0 }),
    changed: (status) => states.push(status.state),
  })
  cleanups.push(() => watch.close())
  return { watch, states }
}

it('offers the demo on the default address, and leaves it when a real server appears', async () => {
  const port = await freePort()
  const { watch, states } = watchAt(`http://127.0.0.1:${port}`)
  const demo = await watch.known()
  expect(demo).toMatchObject({ state: 'demo', serverName: 'Demo' })
  expect(demo.models.length).toBeGreaterThan(0)
  expect(demo.baseUrl).not.toContain(String(port))

  const real = await startDemoServer({ port })
  cleanups.push(() => real.close())
  // Without being asked: the watch looks again by itself.
  await expect.poll(() => watch.status.state, { timeout: 10_000 }).toBe('ready')
  expect(watch.status.baseUrl).toBe(`http://127.0.0.1:${port}`)

  await real.close()
  await watch.refresh()
  expect(watch.status.state).toBe('ready')
  // Once a real server was there, canned replies would be a lie.
  expect((await watch.refresh()).state).toBe('unreachable')
  expect(states).toEqual(['demo', 'ready', 'unreachable'])
})

it('says that any other server cannot be reached', async () => {
  const port = await freePort()
  const { watch } = watchAt(`http://127.0.0.1:${port}`, 'http://127.0.0.1:1')
  const status = await watch.refresh()
  expect(status).toMatchObject({ state: 'unreachable', models: [] })
  expect(status.message).toContain(`Nothing listens on 127.0.0.1:${port}`)
})
