import { afterEach, describe, expect, it, vi } from 'vitest'
import { startBrowserHost } from '../../../main/browser/server.ts'
import { type SocketBridge, socketBridge } from '../../../renderer/bridge/socket-bridge.ts'
import { createEchoApp } from '../../main/browser/echo-app.ts'

const bridges: SocketBridge[] = []
const hosts: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const bridge of bridges.splice(0)) bridge.close()
  for (const host of hosts.splice(0)) await host.close()
})

/** Node's own WebSocket, with the origin that a browser would send. */
function pageAt(address: () => string): SocketBridge {
  const bridge = socketBridge({
    connect() {
      const { host, hash } = new URL(address())
      const options = {
        protocols: ['afm.v1', `afm.token.${hash.slice('#token='.length)}`],
        headers: { origin: `http://${host}` },
      }
      return new WebSocket(`ws://${host}/bridge`, options as never)
    },
  })
  bridges.push(bridge)
  return bridge
}

async function serve(app = createEchoApp(), port = 0) {
  const host = await startBrowserHost({ app, rendererFolder: '.', port })
  hosts.push(host)
  return { app, host }
}

/** Records what a bridge says of its connection. */
function connectionLog(bridge: SocketBridge): boolean[] {
  const log: boolean[] = []
  bridge.onConnection((connected) => log.push(connected))
  return log
}

describe('the bridge over a WebSocket', () => {
  it('sends calls that were made before it was open, and hands out events', async () => {
    const { app, host } = await serve()
    const bridge = pageAt(() => host.url)
    const log = connectionLog(bridge)
    const event = new Promise((resolve) => bridge.on('app.menu', resolve))
    const [first, second] = await Promise.all([
      bridge.call('settings.get', {}),
      bridge.call('turns.attach', { turnId: 't' }),
    ])
    expect(first).toEqual({ ok: true, value: { name: 'settings.get', input: {} } })
    expect(second).toEqual({ ok: true, value: { name: 'turns.attach', input: { turnId: 't' } } })
    app.emit('app.menu', 'find')
    expect(await event).toBe('find')
    expect(log).toEqual([true])
  })

  it('stops calling a listener that was removed', async () => {
    const { app, host } = await serve()
    const bridge = pageAt(() => host.url)
    const removed = vi.fn()
    bridge.on('app.menu', removed)()
    const kept = new Promise((resolve) => bridge.on('app.menu', resolve))
    await bridge.call('settings.get', {})
    app.emit('app.menu', 'export')
    expect(await kept).toBe('export')
    expect(removed).not.toHaveBeenCalled()
  })

  it('answers what was pending when the connection is lost, and connects again', async () => {
    const first = await serve()
    let url = first.host.url
    const bridge = pageAt(() => url)
    const log = connectionLog(bridge)
    await bridge.call('settings.get', {})
    const pending = bridge.call('never' as 'settings.get', {})
    await first.host.close()
    expect(await pending).toMatchObject({ ok: false, error: { code: 'disconnected' } })
    expect(log).toEqual([true, false])

    url = (await serve()).host.url
    await vi.waitFor(() => expect(log).toEqual([true, false, true]), { timeout: 20_000 })
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: true })
  })

  it('says of a refused token only that there is no connection', async () => {
    const { host } = await serve()
    const bridge = pageAt(() => host.url.replace(/#.*/, '#token=wrong'))
    const log = connectionLog(bridge)
    expect(await bridge.call('settings.get', {})).toMatchObject({
      ok: false,
      error: { code: 'disconnected' },
    })
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: false })
    expect(log).toEqual([false])
  })

  it('tells a late listener the state at once', async () => {
    const { host } = await serve()
    const bridge = pageAt(() => host.url)
    await bridge.call('settings.get', {})
    expect(connectionLog(bridge)).toEqual([true])
  })

  it('answers calls after its end', async () => {
    const { host } = await serve()
    const bridge = pageAt(() => host.url)
    bridge.close()
    expect(await bridge.call('settings.get', {})).toMatchObject({ ok: false })
  })
})
