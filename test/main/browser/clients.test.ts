import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type BrowserHost, startBrowserHost } from '../../../main/browser/server.ts'
import { createEchoApp, type EchoApp } from './echo-app.ts'

let app: EchoApp
let host: BrowserHost
const open: WebSocket[] = []

beforeEach(async () => {
  app = createEchoApp()
  host = await startBrowserHost({ app, rendererFolder: '.' })
})
afterEach(async () => {
  for (const client of open.splice(0)) client.terminate()
  await host.close()
})

async function join(): Promise<WebSocket> {
  const { host: address, hash } = new URL(host.url)
  const protocols = ['afm.v1', `afm.token.${hash.slice('#token='.length)}`]
  const client = new WebSocket(`ws://${address}/bridge`, protocols, { origin: `http://${address}` })
  open.push(client)
  await once(client, 'open')
  return client
}

async function nextMessage(client: WebSocket): Promise<unknown> {
  const [data] = (await once(client, 'message')) as [Buffer]
  return JSON.parse(String(data))
}

async function closeCode(client: WebSocket): Promise<number> {
  const [code] = (await once(client, 'close')) as [number]
  return code
}

describe('a connected page', () => {
  it('gets the chosen subprotocol back, never the token', async () => {
    expect((await join()).protocol).toBe('afm.v1')
  })

  it('gets an answer with the number of its request', async () => {
    const client = await join()
    client.send(JSON.stringify({ id: 7, name: 'app.info', input: { a: [1] } }))
    expect(await nextMessage(client)).toEqual({
      id: 7,
      result: { ok: true, value: { name: 'app.info', input: { a: [1] } } },
    })
  })

  it('does not wait for one answer to get the next', async () => {
    const client = await join()
    client.send(JSON.stringify({ id: 1, name: 'never', input: {} }))
    client.send(JSON.stringify({ id: 2, name: 'quick', input: {} }))
    expect(await nextMessage(client)).toMatchObject({ id: 2 })
  })

  it('shares every event with the others', async () => {
    const clients = [await join(), await join()]
    const messages = Promise.all(clients.map(nextMessage))
    app.emit('app.menu', 'newChat')
    const event = { event: 'app.menu', payload: 'newChat' }
    expect(await messages).toEqual([event, event])
  })

  it.each(['', 'nonsense', '[]', 'null', '{}', '{"id":"1","name":"x"}', '{"id":1.5,"name":"x"}'])(
    'that sends %j is let go with 1007',
    async (text) => {
      const client = await join()
      client.send(text)
      expect(await closeCode(client)).toBe(1007)
    },
  )

  it('that sends binary is let go with 1007, one that sends too much with 1009', async () => {
    const binary = await join()
    binary.send(Buffer.from('{"id":1,"name":"x"}'))
    expect(await closeCode(binary)).toBe(1007)
    const huge = await join()
    huge.send(JSON.stringify({ id: 1, name: 'x', input: 'a'.repeat(17 * 1024 * 1024) }))
    expect(await closeCode(huge)).toBe(1009)
  })

  it('that does not read is let go with 1013, while the others get everything', async () => {
    const slow = await join()
    const quick = await join()
    let received = 0
    quick.on('message', () => {
      received += 1
    })
    slow.pause()
    const payload = { text: 'a'.repeat(1024 * 1024) } as never
    for (let sent = 1; sent <= 60; sent++) {
      app.emit('settings.changed', payload)
      while (received < sent) await once(quick, 'message')
    }
    const code = closeCode(slow)
    slow.resume()
    expect(await code).toBe(1013)
    expect(received).toBe(60)
  })

  it('hears that the app has ended', async () => {
    const client = await join()
    const code = closeCode(client)
    await host.close()
    expect(await code).toBe(1001)
    // For the hook after this test.
    host = await startBrowserHost({ app, rendererFolder: '.' })
  })
})
