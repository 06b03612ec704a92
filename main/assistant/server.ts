import { once } from 'node:events'
import { createServer } from 'node:http'
import { listenOnLoopback } from '../net/listen.ts'
import { pathOf } from '../security/own-address.ts'
import type { AssistantEndpoint } from './endpoint.ts'
import { ASSISTANT_PATH } from './protocol.ts'

/** The Assistant API on a port of its own. */
export interface AssistantServer {
  /** Where a chat page sends its `POST`. */
  readonly url: string
  readonly port: number
  /** Drops every connection, which stops its generation, and frees the port. */
  close(): Promise<void>
}

/**
 * Serves an endpoint on 127.0.0.1; port 0 takes a free one. Any other path is 404.
 * @throws UserError `port-busy` or `port-refused`
 */
export async function startAssistantServer(
  endpoint: AssistantEndpoint,
  wantedPort: number,
): Promise<AssistantServer> {
  const server = createServer((request, response) => {
    if (pathOf(request) === ASSISTANT_PATH) void endpoint.answer(request, response)
    else {
      request.resume()
      response.writeHead(404, { 'content-length': '0' }).end()
    }
  })
  const port = await listenOnLoopback(server, wantedPort)
  return {
    url: `http://127.0.0.1:${port}${ASSISTANT_PATH}`,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
