import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The id of a request: `X-Request-ID` or `OpenAI-Request-ID`, trimmed, the first that is not empty; minted
 * here when the client gave none. It is echoed in both headers and is what the cancel route takes.
 */
export function adoptRequestId(req: IncomingMessage, res: ServerResponse): string {
  const given = [req.headers['x-request-id'], req.headers['openai-request-id']]
    .map((value) => (Array.isArray(value) ? value[0] : value)?.trim())
    .find((value) => value !== undefined && value !== '')
  const id = given ?? randomUUID()
  res.setHeader('X-Request-ID', id)
  res.setHeader('OpenAI-Request-ID', id)
  return id
}
