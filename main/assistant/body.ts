import type { IncomingMessage } from 'node:http'
import { UserError } from '../../shared/result.ts'

/** The largest request body that is read. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024
/** How much of a larger body is taken and thrown away, so that its sender lives to read the answer. */
const THROWN_AWAY_BYTES = 100 * 1024 * 1024

/**
 * Reads a request's body.
 * @throws UserError `too-large` beyond the limit; `closed` when the client went away while it sent.
 */
export async function readRequestBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk)
      else chunks.length = 0
      if (bytes > BODY_LIMIT_BYTES + THROWN_AWAY_BYTES) break
    }
  } catch {
    throw new UserError('closed', 'The client went away before its request was complete.')
  }
  if (bytes > BODY_LIMIT_BYTES)
    throw new UserError('too-large', `The request body is larger than ${BODY_LIMIT_BYTES / 1024 / 1024} MB.`)
  return Buffer.concat(chunks)
}
