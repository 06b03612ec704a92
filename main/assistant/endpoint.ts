import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { UserError } from '../../shared/result.ts'
import { Generation } from '../afm/generation.ts'
import { bareAnswerTo, originHeaders } from './admission.ts'
import { readRequestBody } from './body.ts'
import { errorEvent } from './events.ts'
import { UPSTREAM_PROTOCOL } from './protocol.ts'
import { relay } from './relay.ts'
import { type AssistantRequest, readAssistantRequest } from './request.ts'
import type { Upstream, UpstreamSource } from './upstream.ts'

/**
 * `POST /api/assistant`, whatever server it hangs on. Failures are events, so that a client has one shape
 * to read; a status other than 200 is only for what is no request of a chat page at all.
 */
export class AssistantEndpoint {
  readonly #upstream: UpstreamSource
  readonly #running = new Map<Generation, Promise<void>>()

  constructor(upstream: UpstreamSource) {
    this.#upstream = upstream
  }

  /** Answers one request; never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A broken connection shows as `close`; without a listener, an `error` would end the process.
    request.on('error', () => {})
    response.on('error', () => {})
    const bare = bareAnswerTo(request)
    if (bare) {
      request.resume()
      response.writeHead(bare.status, { ...bare.headers, 'content-length': '0' }).end()
      return
    }
    for (const [name, value] of Object.entries(originHeaders(request))) response.setHeader(name, value)
    try {
      await this.#relay(request, response)
    } catch (error) {
      if (!(error instanceof UserError)) console.error('Assistant API:', error)
      fail(response, error)
    }
  }

  /** Stops every generation under way and waits for its end. */
  async close(): Promise<void> {
    const running = [...this.#running]
    await Promise.all(running.map(([generation]) => generation.stop()))
    await Promise.all(running.map(([, relayed]) => relayed))
  }

  async #relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readAssistantRequest(await readRequestBody(request))
    const upstream = await this.#upstream()
    // The client may have gone while its request was read: then there is no `close` to come.
    if (response.destroyed) return
    const generation = new Generation({
      baseUrl: upstream.baseUrl,
      key: upstream.key,
      requestId: `assistant-${randomUUID()}`,
      body: upstreamBody(asked, upstream),
      profile: null,
      protocol: UPSTREAM_PROTOCOL,
    })
    response.once('close', () => {
      if (!response.writableFinished) void generation.stop()
    })
    beginEvents(response)
    // Before the model server has answered, which may take minutes, the client knows that it was heard.
    response.flushHeaders()
    const relayed = relay(generation, response)
    this.#running.set(
      generation,
      relayed.catch(() => {}),
    )
    await relayed.finally(() => this.#running.delete(generation))
  }
}

function upstreamBody({ messages, tools }: AssistantRequest, { model }: Upstream): string {
  return JSON.stringify({
    ...(model !== '' && { model }),
    messages,
    stream: true,
    ...(tools.length > 0 && { tools }),
  })
}

function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
}

/** Tells a failure as the one event of the stream, or as its last. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return
  const told = error instanceof UserError
  if (told && error.code === 'closed') return void response.destroy()
  if (!response.headersSent) {
    // What is left of a body that was too large must not be read as the next request.
    if (told && error.code === 'too-large') response.setHeader('connection', 'close')
    beginEvents(response)
  }
  response.end(errorEvent(told ? error.message : 'Something went wrong inside the relay. Its log says what.'))
}
