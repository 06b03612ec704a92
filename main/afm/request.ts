import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

/** How long a connection may take to come about. A generation itself has no time-out. */
export const CONNECT_TIMEOUT_MS = 5000

/** Where to send a request, and what with. */
export interface RequestOptions {
  readonly baseUrl: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly connectTimeoutMs?: number
}

/** A request under way. */
export interface SentRequest {
  /** Resolves with the response's headers; rejects with the socket's error or a ConnectTimeout. */
  readonly response: Promise<IncomingMessage>
  /** Closes the connection, whatever its state. */
  close(): void
}

/** The connection did not come about in time. */
export class ConnectTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`No connection within ${timeoutMs / 1000} s`)
    this.name = 'ConnectTimeout'
  }
}

/**
 * Sends a request on a connection of its own, so that a cancel never waits behind a stream. Nothing is
 * proxied: an agent of our own ignores the proxy environment. `localhost` is tried on both families,
 * since AFM listens on 127.0.0.1 only and the name may resolve to ::1 (Node tries each address in turn).
 */
export function sendRequest(options: RequestOptions): SentRequest {
  const url = new URL(options.baseUrl + options.path)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(url, {
    method: options.method,
    agent: false,
    headers: headersOf(options),
    ...(isLocalhost(url.hostname) && { lookup: lookupLoopback }),
  })
  limitConnectTime(request, url.protocol === 'https:', options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS)
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // An error after the response reaches the reader through the body; here it must only be heard.
    request.on('error', reject)
    request.once('close', () => reject(new Error('The connection was closed before an answer came')))
  })
  // Whoever closes the request may have stopped waiting for the response.
  response.catch(() => {})
  request.end(options.body)
  return { response, close: () => request.destroy() }
}

function headersOf({ key, headers, body }: RequestOptions): Record<string, string | number> {
  return {
    'user-agent': 'AFM-Desktop',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...(key && { authorization: `Bearer ${key}` }),
    ...headers,
  }
}

function limitConnectTime(request: ClientRequest, tls: boolean, timeoutMs: number): void {
  const timer = setTimeout(() => request.destroy(new ConnectTimeout(timeoutMs)), timeoutMs)
  request.once('close', () => clearTimeout(timer))
  request.once('socket', (socket) => {
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      // A prefill may be silent for minutes: without probes a dead peer would look just the same.
      socket.setKeepAlive(true, 30_000)
    })
  })
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  if (options.all) callback(null, both)
  else callback(null, '127.0.0.1', 4)
}

/** The address that answered, e.g. `127.0.0.1:9999` or `[::1]:9999`; undefined on a closed socket. */
export function addressOf(response: IncomingMessage): string | undefined {
  const { remoteAddress, remotePort } = response.socket
  if (remoteAddress === undefined || remotePort === undefined) return undefined
  return remoteAddress.includes(':') ? `[${remoteAddress}]:${remotePort}` : `${remoteAddress}:${remotePort}`
}

/** Reads a body as text up to a limit in bytes; what is beyond the limit is cut, and said so. */
export async function readBody(
  response: IncomingMessage,
  limitBytes: number,
): Promise<{ text: string; cut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > limitBytes) return { text: decode(chunks).slice(0, limitBytes), cut: true }
  }
  return { text: decode(chunks), cut: false }
}

function decode(chunks: readonly Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks))
}
