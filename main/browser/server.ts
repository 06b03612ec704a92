import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { ASSISTANT_PATH } from '../assistant/protocol.ts'
import type { App } from '../host.ts'
import { listenOnLoopback } from '../net/listen.ts'
import { SECURITY_HEADERS } from '../security/content-policy.ts'
import { isOwnHost, isOwnOrigin, pathOf } from '../security/own-address.ts'
import { answerStatic } from '../security/static-files.ts'
import { BRIDGE_PATH } from './bridge-path.ts'
import { joinClients } from './clients.ts'
import { carriesToken, newToken, SUBPROTOCOL } from './token.ts'

/** The largest message that a page may send, in bytes: the longest allowed text, escaped, and some room. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export interface BrowserHostOptions {
  readonly app: App
  /** The built page. */
  readonly rendererFolder: string
  /** 0, the default, takes a free port. */
  readonly port?: number
}

/** A browser host that serves. */
export interface BrowserHost {
  /** The page's address with the token in its fragment, which no browser sends to a server. */
  readonly url: string
  /** Lets every page go and frees the port. The app itself stays open. */
  close(): Promise<void>
}

/**
 * Serves the app to browsers on this machine: the page over HTTP, the bridge over a WebSocket, both on
 * 127.0.0.1 only. Other users and other pages on this machine can reach the port; without the token, which
 * only the printed URL carries, they get the public files of the page and nothing else.
 *
 * @throws UserError `port-busy` or `port-refused` if the port cannot be had.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const token = newToken()
  const server = createServer()
  const port = await listenOnLoopback(server, options.port ?? 0)
  const clients = joinClients(options.app)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  })

  server.on('request', (request, response) => {
    if (pathOf(request) === ASSISTANT_PATH) void options.app.answerAssistant(request, response)
    else void answerPage(request, response, port, options.rendererFolder)
  })
  server.on('upgrade', (request, socket, head) => {
    const refusal = refusalOf(request, port, token)
    if (refusal === null) sockets.handleUpgrade(request, socket, head, (client) => clients.add(client))
    else refuse(socket, refusal)
  })

  return {
    url: `http://127.0.0.1:${port}/#token=${token}`,
    async close() {
      clients.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      // A page that does not answer the goodbye must not keep the port.
      const patience = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, 1000)
      await closed
      clearTimeout(patience)
    },
  }
}

async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  folder: string,
): Promise<void> {
  if (!isOwnHost(request, port)) {
    response.writeHead(421, { ...SECURITY_HEADERS, 'content-length': '0' }).end()
    return
  }
  const { status, headers, body } = await answerStatic(folder, request.method ?? '', pathOf(request))
  response.writeHead(status, headers).end(body ?? undefined)
}

/** The status line that refuses a connection to the bridge; null if it may be opened. */
function refusalOf(request: IncomingMessage, port: number, token: string): string | null {
  if (!isOwnHost(request, port)) return '421 Misdirected Request'
  if (pathOf(request) !== BRIDGE_PATH) return '404 Not Found'
  if (!isOwnOrigin(request)) return '403 Forbidden'
  return carriesToken(request.headers['sec-websocket-protocol'], token) ? null : '403 Forbidden'
}

function refuse(socket: Duplex, status: string): void {
  // The client may be gone already; nobody is left to tell.
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
