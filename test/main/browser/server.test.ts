import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BrowserHost, startBrowserHost } from '../../../main/browser/server.ts'
import { createEchoApp, type EchoApp } from './echo-app.ts'
import { makePageFolder } from './page-folder.ts'

let app: EchoApp
let host: BrowserHost
let port = 0

beforeEach(async () => {
  app = createEchoApp()
  host = await startBrowserHost({ app, rendererFolder: (await makePageFolder()).folder })
  port = Number(new URL(host.url).port)
})
afterEach(() => host.close())

/** Sends a request with exactly this path and these headers: `fetch` would tidy them up. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          body += text
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

/** Asks for a WebSocket over a bare socket and answers the status line. */
async function upgrade(headers: Record<string, string>, path = '/bridge'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(data).split('\r\n', 1)[0] ?? ''
}

const token = () => new URL(host.url).hash.slice('#token='.length)
const withToken = (value = token()) => ({ 'sec-websocket-protocol': `afm.v1, afm.token.${value}` })
const ownOrigin = () => ({ origin: `http://127.0.0.1:${port}` })

describe('the page over HTTP', () => {
  it('is served to both names of this machine', async () => {
    expect((await ask('/')).body).toContain('<title>page</title>')
    expect((await ask('/', { host: `localhost:${port}` })).status).toBe(200)
    expect((await ask('/?from=somewhere')).status).toBe(200)
  })

  it.each(['evil.example', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example', '[::1]:80'])(
    'is not served to the host name %j',
    async (name) => {
      const answer = await ask('/', { host: name })
      expect(answer.status).toBe(421)
      expect(answer.body).toBe('')
    },
  )

  it('answers paths as they were sent', async () => {
    expect((await ask('/../secret.txt')).status).toBe(404)
    expect((await ask('/%2e%2e/secret.txt')).status).toBe(404)
    expect((await ask('/', {}, 'DELETE')).status).toBe(405)
  })

  it('has its policy in a header', async () => {
    expect((await ask('/')).headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('the bridge', () => {
  it('opens for a page of this server with the token, at either name', async () => {
    expect(await upgrade({ ...ownOrigin(), ...withToken() })).toBe('HTTP/1.1 101 Switching Protocols')
    const local = `localhost:${port}`
    expect(await upgrade({ host: local, origin: `http://${local}`, ...withToken() })).toContain(' 101 ')
  })

  it('carries 256 bits of token, another one each time', async () => {
    expect(Buffer.from(token(), 'base64url')).toHaveLength(32)
    const other = await startBrowserHost({ app, rendererFolder: '.' })
    expect(new URL(other.url).hash).not.toBe(new URL(host.url).hash)
    await other.close()
  })

  it.each([
    ['no token', () => ({ 'sec-websocket-protocol': 'afm.v1' })],
    ['no subprotocol', () => ({})],
    ['an empty token', () => withToken('')],
    ['a token cut short', () => withToken(token().slice(0, -1))],
    ['a longer token', () => withToken(`${token()}A`)],
    ['another token', () => withToken('A'.repeat(43))],
    ['the token alone', () => ({ 'sec-websocket-protocol': `afm.token.${token()}` })],
  ])('refuses %s', async (_what, headers) => {
    expect(await upgrade({ ...ownOrigin(), ...headers() })).toBe('HTTP/1.1 403 Forbidden')
  })

  it.each([
    'http://evil.example',
    'null',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1',
    'http://localhost:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'http://127.0.0.1:PORT/',
  ])('refuses the origin %s', async (origin) => {
    const sent = origin.replace('PORT', String(port))
    expect(await upgrade({ origin: sent, ...withToken() })).toBe('HTTP/1.1 403 Forbidden')
  })

  it('refuses a request without origin', async () => {
    expect(await upgrade(withToken())).toBe('HTTP/1.1 403 Forbidden')
  })

  it('refuses a rebound name even when its origin fits', async () => {
    const host = `evil.example:${port}`
    expect(await upgrade({ host, origin: `http://${host}`, ...withToken() })).toContain(' 421 ')
  })

  it('is at one path only', async () => {
    expect(await upgrade({ ...ownOrigin(), ...withToken() }, '/other')).toContain(' 404 ')
  })
})

describe('the port', () => {
  it('is on the loopback address only', async () => {
    const outside = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter((one) => one.family === 'IPv4' && !one.internal).map((one) => one.address),
    )
    // Linux answers on all of 127.0.0.0/8, so there this tells 127.0.0.1 from 0.0.0.0 without a network.
    if (process.platform === 'linux') outside.push('127.0.0.2')
    expect(outside).not.toEqual([])
    for (const address of outside) {
      const [error] = (await once(connect(port, address), 'error')) as [NodeJS.ErrnoException]
      expect(error.code).toBe('ECONNREFUSED')
    }
  })

  it('that is busy gives an error that says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const busy = (taken.address() as AddressInfo).port
    await expect(startBrowserHost({ app, rendererFolder: '.', port: busy })).rejects.toMatchObject({
      code: 'port-busy',
      message: `Port ${busy} on 127.0.0.1 is already in use. Choose another one.`,
    })
    taken.close()
  })

  it('is free again after closing, and no page is listened for any more', async () => {
    const second = await startBrowserHost({ app, rendererFolder: '.' })
    expect(app.listenerCount).toBe(2)
    await second.close()
    expect(app.listenerCount).toBe(1)
    const again = await startBrowserHost({ app, rendererFolder: '.', port: Number(new URL(second.url).port) })
    await again.close()
  })
})
