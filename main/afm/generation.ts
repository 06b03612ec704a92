import type { IncomingMessage } from 'node:http'
import { ChatDialect } from '../../shared/stream/chat-dialect.ts'
import type { DoneEvent, StreamEvent, TurnError } from '../../shared/stream/events.ts'
import { withoutUndefined } from '../../shared/stream/usage.ts'
import { chunksOf } from './chunks.ts'
import { connectFailure, responseFailure } from './failures.ts'
import { CHAT_PROTOCOL, type ServerProtocol } from './protocol.ts'
import { addressOf, readBody, type SentRequest, sendRequest } from './request.ts'
import { StopControl } from './stop.ts'
import { FRAME_LIMIT_CHARS, StreamDecoder } from './stream-decoder.ts'

/** What to generate, and where. */
export interface GenerationOptions {
  readonly baseUrl: string
  readonly key: string | null
  /** Minted by the caller, so that a cancel can be sent before any header has come back. */
  readonly requestId: string
  /** The JSON body, complete. */
  readonly body: string
  /** Value of `X-AFM-Profile`; null asks for none. */
  readonly profile: 'true' | 'extended' | null
  /** What the server speaks; the chat API when left out. */
  readonly protocol?: ServerProtocol
}

/**
 * One generation: a request sent when `events` is first read, whose batches end with exactly one `done`.
 * Reading is pulling: a consumer that waits makes the server wait, so memory stays bounded.
 * There is no time-out on headers or body (a server may hold a request for minutes before prefill), and
 * nothing is ever sent twice.
 */
export class Generation {
  readonly #options: GenerationOptions
  readonly #protocol: ServerProtocol
  readonly #stop: StopControl
  #sentAtMs = performance.now()
  #sent: SentRequest | null = null

  constructor(options: GenerationOptions) {
    this.#options = options
    this.#protocol = options.protocol ?? CHAT_PROTOCOL
    const target = { ...options, cancels: this.#protocol.cancels }
    this.#stop = new StopControl(target, () => this.#sent?.close())
  }

  /**
   * Stops the generation, by PROTOCOL.md "Stopping"; called twice, closes the connection at once.
   * Resolves when the stream has ended, at most about two seconds later.
   */
  stop(): Promise<void> {
    return this.#stop.stop()
  }

  /** When the request was sent, on `performance.now()`, which is the zero of the events; null before that. */
  get sentAtMs(): number | null {
    return this.#sent ? this.#sentAtMs : null
  }

  /** The events, in batches as they arrive. To be read once; it never throws. */
  async *events(): AsyncGenerator<StreamEvent[], void, void> {
    try {
      for await (const batch of this.#read()) {
        for (const event of batch) if (event.type === 'finish') this.#stop.sawFinish(event.reason)
        const last = batch.at(-1)
        if (last?.type === 'done') {
          yield [...batch.slice(0, -1), await this.#closing(last)]
          return
        }
        if (batch.length > 0) yield batch
      }
    } catch (error) {
      // A broken connection is an end like any other: what came is kept, and the end says `closed`.
      const failure = this.#stop.requested ? undefined : this.#failureOf(error)
      const events: StreamEvent[] = failure ? [{ type: 'error', atMs: this.#nowMs(), error: failure }] : []
      yield [...events, await this.#closing({ type: 'done', atMs: this.#nowMs(), end: 'closed' })]
    } finally {
      this.#sent?.close()
      this.#stop.ended()
    }
  }

  async #closing(done: DoneEvent): Promise<DoneEvent> {
    const stopped = await this.#stop.confirmation()
    return stopped ? { ...done, stopped } : done
  }

  /** Only before the headers is a broken connection a failure to report; `#opened` tells. */
  #opened = false
  #failureOf(error: unknown): TurnError | undefined {
    return this.#opened ? undefined : connectFailure(error, this.#options.baseUrl)
  }

  #nowMs(): number {
    return performance.now() - this.#sentAtMs
  }

  async *#read(): AsyncGenerator<StreamEvent[], void, void> {
    const { baseUrl, key, requestId, body, profile } = this.#options
    if (this.#stop.requested) throw new Error('stopped before the request left')
    this.#sentAtMs = performance.now()
    this.#sent = sendRequest({
      baseUrl,
      key,
      method: 'POST',
      path: this.#protocol.path,
      body,
      headers: {
        accept: 'text/event-stream, application/json',
        'x-request-id': requestId,
        ...(profile && { 'x-afm-profile': profile }),
      },
    })
    const response = await this.#sent.response
    this.#opened = true
    const type = (response.headers['content-type'] ?? '').toLowerCase()
    const status = response.statusCode ?? 0
    if (status < 200 || status > 299) {
      yield await this.#refused(response, status, type)
      return
    }
    yield [this.#openedEvent(response)]
    if (type.includes('text/html')) yield this.#failed(NOT_A_MODEL_SERVER)
    else if (!type.includes('json')) yield* this.#stream(response)
    else if (this.#protocol.wholeReplies) yield await this.#whole(response)
    else yield this.#failed(NOT_A_STREAM)
  }

  async *#stream(response: IncomingMessage): AsyncGenerator<StreamEvent[], void, void> {
    const decoder = new StreamDecoder(this.#protocol.newDialect())
    for await (const chunk of chunksOf(response)) {
      const events = decoder.push(chunk, this.#nowMs())
      if (decoder.finished) {
        // What follows the terminator is ignored, and the server may keep the connection open.
        yield [...events, ...decoder.end(this.#nowMs())]
        return
      }
      yield events
    }
    // Ended or broken: the decoder may still hold a complete line.
    yield decoder.end(this.#nowMs())
  }

  async #whole(response: IncomingMessage): Promise<StreamEvent[]> {
    const { text, cut } = await readBody(response, FRAME_LIMIT_CHARS)
    const events: StreamEvent[] = []
    const atMs = this.#nowMs()
    if (cut) return this.#failed(TOO_LARGE)
    new ChatDialect().body(text, atMs, events)
    return [...events, { type: 'done', atMs, end: 'done' }]
  }

  async #refused(response: IncomingMessage, status: number, contentType: string): Promise<StreamEvent[]> {
    const { text } = await readBody(response, 64 * 1024)
    const retryAfter = response.headers['retry-after']
    const failure = responseFailure({ status, contentType, retryAfter, body: text })
    return [this.#openedEvent(response), ...this.#failed(failure)]
  }

  #failed(error: TurnError): StreamEvent[] {
    const atMs = this.#nowMs()
    return [
      { type: 'error', atMs, error },
      { type: 'done', atMs, end: 'closed' },
    ]
  }

  #openedEvent(response: IncomingMessage): StreamEvent {
    const echoed = response.headers['x-request-id'] ?? response.headers['openai-request-id']
    const requestId = (Array.isArray(echoed) ? echoed[0] : echoed)?.trim() || this.#options.requestId
    this.#stop.requestId = requestId
    const downgraded = response.headers['x-grammar-constraints'] === 'downgraded' ? true : undefined
    return {
      type: 'opened',
      atMs: this.#nowMs(),
      requestId,
      ...withoutUndefined({ address: addressOf(response), grammarDowngraded: downgraded }),
    }
  }
}

const NOT_A_MODEL_SERVER: TurnError = {
  title: 'This is not a model server',
  message: 'The address answered with a web page. Check the server’s address in Settings.',
  code: 'not-a-model-server',
}

const NOT_A_STREAM: TurnError = {
  title: 'This is not an Assistant API',
  message:
    'The address answered with JSON instead of events. Check the server’s kind and address in Settings.',
  code: 'not-a-model-server',
}

const TOO_LARGE: TurnError = {
  title: 'The server sent too much at once',
  message: 'The reply came in one piece of more than 16 MB, which is not read.',
  code: 'frame-too-large',
}
