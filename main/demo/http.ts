import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpProblem, invalidRequest } from './problem.ts'

/** The largest body that is read. A chat with many files fits; an upload that never ends does not. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024

/** Sends a whole JSON body. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  sendText(res, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

/** Sends a whole text body of the given type. */
export function sendText(res: ServerResponse, status: number, type: string, text: string): void {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}

/** Sends the OpenAI-shaped error envelope. */
export function sendProblem(res: ServerResponse, problem: HttpProblem): void {
  for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value)
  const requestId = res.getHeader('X-Request-ID')
  sendJson(res, problem.status, {
    error: {
      message: problem.message,
      type: problem.type,
      ...(problem.code !== undefined && { code: problem.code }),
      ...(typeof requestId === 'string' && { request_id: requestId }),
    },
  })
}

/**
 * Reads a body as JSON. Throws 413 `payload_too_large` as soon as it is known to be too large (the rest is
 * thrown away, so that the client can still read the answer) and 400 when it is not UTF-8 JSON.
 */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge(req)
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of req.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes > BODY_LIMIT_BYTES) throw tooLarge(req)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)))
  } catch {
    throw invalidRequest('The request body is not valid JSON.')
  }
}

function tooLarge(req: IncomingMessage): HttpProblem {
  req.resume()
  const message = `The request body is larger than ${BODY_LIMIT_BYTES} bytes.`
  return new HttpProblem(413, 'payload_too_large', message, { headers: { Connection: 'close' } })
}

/**
 * Writes to the response and, where the client reads more slowly than the double speaks, waits until it
 * has caught up. Returns at once when the signal aborts: what was written stays queued.
 */
export async function writeText(res: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (res.destroyed || res.write(text) || signal.aborted) return
  try {
    await once(res, 'drain', { signal })
  } catch {
    // Aborted, or the connection broke, which aborts: the caller looks at the signal.
  }
}
