import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The WebSocket subprotocol of the bridge, and the prefix of the one that carries the token. A page cannot
 * set a header on a WebSocket, and a token in the URL would end in logs; a subprotocol is the way left.
 */
export const SUBPROTOCOL = 'afm.v1'
const TOKEN_PREFIX = 'afm.token.'

/** A new secret of 256 random bits, in characters that an URL and a subprotocol allow. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Whether the subprotocols that a client offers carry the token. Both sides are hashed, so that the
 * comparison takes the same time whatever was sent, and however long it is.
 *
 * @param offered The `sec-websocket-protocol` header of the request.
 */
export function carriesToken(offered: string | undefined, token: string): boolean {
  const names = (offered ?? '').split(',').map((name) => name.trim())
  if (!names.includes(SUBPROTOCOL)) return false
  const given = names.find((name) => name.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length) ?? ''
  return timingSafeEqual(sha256(given), sha256(token))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
