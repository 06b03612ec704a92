import type { IncomingMessage } from 'node:http'
import { isOwnHost } from '../security/own-address.ts'

/** An answer that has no body: a status and its headers. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What a request is answered with before it is read, or null when it is one to relay.
 *
 * Who may ask: whatever runs on this machine. Programs send no Origin. Pages do, and a page of this machine
 * is one from a loopback address, whatever its port: whoever serves it could ask here without a browser as
 * well. A page from anywhere else gets 403, also when its site points its own name at 127.0.0.1.
 */
export function bareAnswerTo(request: IncomingMessage): BareAnswer | null {
  const { origin } = request.headers
  // Another name for this machine is another site's (DNS rebinding).
  if (!isOwnHost(request, request.socket.localPort ?? 0)) return { status: 421, headers: {} }
  if (origin !== undefined && !isLoopbackOrigin(origin)) return { status: 403, headers: {} }
  if (request.method === 'POST') return null
  if (origin !== undefined && isPreflight(request)) return { status: 200, headers: preflightHeaders(request) }
  return { status: 405, headers: { allow: 'POST', ...originHeaders(request) } }
}

/** What lets a page of this machine read the answer; nothing for other clients. */
export function originHeaders(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers
  return origin === undefined ? {} : { 'access-control-allow-origin': origin, vary: 'origin' }
}

/** The question a browser asks before it sends JSON to another port. Any other OPTIONS is a wrong method. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] === 'POST'
}

function preflightHeaders(request: IncomingMessage): Record<string, string> {
  return {
    ...originHeaders(request),
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  }
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return (protocol === 'http:' || protocol === 'https:') && LOOPBACK.has(hostname)
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
