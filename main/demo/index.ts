import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendProblem } from './http.ts'
import { isLoopback, isLoopbackHeader } from './loopback.ts'
import { HttpProblem } from './problem.ts'
import { route } from './routes.ts'
import { type DemoState, newState } from './state.ts'

export const DEFAULT_RATE_TOK_S = 80
export const MAX_RATE_TOK_S = 100_000

/** A running demo server. */
export interface DemoServer {
  /** Base URL without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Ends all open streams at once and frees the port. */
  close(): Promise<void>
}

/**
 * Starts the AFM double: PROTOCOL-true HTTP, canned replies. It serves a newcomer without a model, and the
 * tests. `port` 0, the default, takes a free one; `rateTokS` is the decode rate in tokens a second.
 * Rejects when the port is taken (`EADDRINUSE`), the host is not loopback, or the rate makes no sense.
 */
export async function startDemoServer(
  options: { port?: number; host?: string; rateTokS?: number } = {},
): Promise<DemoServer> {
  const { port = 0, host = '127.0.0.1', rateTokS = DEFAULT_RATE_TOK_S } = options
  if (!isLoopback(host)) throw new RangeError(`The demo server only listens on this machine, not on ${host}.`)
  if (!(rateTokS > 0 && rateTokS <= MAX_RATE_TOK_S)) {
    throw new RangeError(`The rate must be above 0 and at most ${MAX_RATE_TOK_S} tok/s, not ${rateTokS}.`)
  }
  const state = newState(rateTokS)
  const running = new Set<Promise<void>>()
  const server = createServer((req, res) => {
    const answered = answer(state, req, res).finally(() => running.delete(answered))
    running.add(answered)
  })
  await listen(server, port, host)
  const bound = (server.address() as AddressInfo).port
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return {
    url: `http://${named}:${bound}`,
    port: bound,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all(running)
    },
  }
}

/** Answers one request whatever happens; never rejects. */
async function answer(state: DemoState, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // A broken connection shows as `close`; without a listener, an `error` would end the process.
  req.on('error', () => {})
  res.on('error', () => {})
  try {
    if (!isLoopbackHeader(req.headers.host)) {
      throw new HttpProblem(403, 'forbidden_host', 'The Host header does not name this machine.')
    }
    await route(state, req, res)
  } catch (error) {
    if (res.headersSent || res.destroyed) res.destroy()
    else sendProblem(res, error instanceof HttpProblem ? error : unexpected(error))
  }
}

function unexpected(error: unknown): HttpProblem {
  const message = error instanceof Error ? error.message : String(error)
  return new HttpProblem(500, 'server_error', message)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject)
      resolve()
    })
  })
}
