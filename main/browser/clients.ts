import type { WebSocket } from 'ws'
import { asObject, parseJson } from '../../shared/stream/json.ts'
import type { App } from '../host.ts'

/** How much may wait for a page that does not read, in bytes. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024

/** Codes of the WebSocket protocol (RFC 6455 and the IANA registry). */
const GOING_AWAY = 1001
const INVALID_PAYLOAD = 1007
const TRY_AGAIN_LATER = 1013

/** The pages that are connected. */
export interface Clients {
  add(socket: WebSocket): void
  /** Sends no more events and says goodbye to every page. */
  close(): void
}

/**
 * Joins pages to the app: a page sends `{id, name, input}` and gets `{id, result}`; every event of the app
 * goes to every page as `{event, payload}`.
 */
export function joinClients(app: App): Clients {
  const sockets = new Set<WebSocket>()
  const stopListening = app.onEvent((event, payload) => {
    if (sockets.size === 0) return
    const text = JSON.stringify({ event, payload })
    for (const socket of sockets) send(socket, text)
  })

  return {
    add(socket) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // A broken frame or a lost connection; `close` follows and says all there is to say.
      socket.on('error', () => {})
      socket.on('message', (data, isBinary) => {
        const request = isBinary ? null : parseRequest(String(data))
        if (request === null) {
          socket.close(INVALID_PAYLOAD, 'not a request')
          return
        }
        void answer(app, socket, request)
      })
    },
    close() {
      stopListening()
      for (const socket of sockets) socket.close(GOING_AWAY, 'the app has ended')
    },
  }
}

interface Request {
  readonly id: number
  readonly name: unknown
  readonly input: unknown
}

function parseRequest(text: string): Request | null {
  const message = asObject(parseJson(text))
  return message !== undefined && Number.isSafeInteger(message.id)
    ? { id: message.id as number, name: message.name, input: message.input }
    : null
}

async function answer(app: App, socket: WebSocket, request: Request): Promise<void> {
  const result = await app.call(request.name, request.input)
  send(socket, JSON.stringify({ id: request.id, result }))
}

/**
 * Sends to a page, unless it is so far behind that waiting would only fill memory. Such a page is let go:
 * it connects again and catches up by a snapshot, which is smaller than what it missed.
 */
function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.close(TRY_AGAIN_LATER, 'too far behind')
  else socket.send(text)
}
