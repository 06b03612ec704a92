import type { IncomingMessage } from 'node:http'

/**
 * Whether a request was sent to an address of this server. A hostile site can point its own name at
 * 127.0.0.1 (DNS rebinding) and then counts as the same origin as our page; its name in `Host` gives it away.
 */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  const host = request.headers.host
  if (host === undefined) return false
  if (port === 80 && (host === '127.0.0.1' || host === 'localhost')) return true
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** Whether the request comes from a page that this very server sent. To be asked after {@link isOwnHost}. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`
}

/** The path of a request as it was sent, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? ''
}
