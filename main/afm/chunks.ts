import type { IncomingMessage } from 'node:http'

/** How far the reader may fall behind before the server is made to wait. */
const AHEAD_BYTES = 1024 * 1024

/**
 * The chunks of a response's body, until it ends or its connection breaks; it never throws.
 *
 * Node's own iteration of a response throws away what it has buffered when the connection breaks, which
 * would be the last words before a crash. Here a chunk is ours as soon as it has arrived. A reader that is
 * more than a megabyte behind makes the server wait, so memory stays bounded.
 */
export async function* chunksOf(response: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  const arrived: Buffer[] = []
  let bytes = 0
  let over = false
  let wake = Promise.withResolvers<void>()
  response.on('data', (chunk: Buffer) => {
    arrived.push(chunk)
    bytes += chunk.length
    if (bytes > AHEAD_BYTES) response.pause()
    wake.resolve()
  })
  // `close` follows an end, an error and a destroy alike.
  response.once('close', () => {
    over = true
    wake.resolve()
  })
  response.on('error', () => {})
  for (;;) {
    const chunk = arrived.shift()
    if (chunk) {
      bytes -= chunk.length
      if (bytes <= AHEAD_BYTES) response.resume()
      yield chunk
    } else if (over) return
    else {
      wake = Promise.withResolvers<void>()
      await wake.promise
    }
  }
}
