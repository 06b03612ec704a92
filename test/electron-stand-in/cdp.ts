import type { Readable, Writable } from 'node:stream'

export type CdpParams = Record<string, unknown>
export type CdpListener = (method: string, params: CdpParams) => void

/** A message of the DevTools protocol, as it comes over the pipe. */
interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: CdpParams
  readonly result?: CdpParams
  readonly error?: { readonly message: string }
}

/** The DevTools protocol over Chromium's debugging pipe: JSON messages, each ended by a NUL. */
export class Cdp {
  readonly #input: Writable
  readonly #answers = new Map<number, PromiseWithResolvers<CdpParams>>()
  /** By session; the browser itself has the empty one. */
  readonly #listeners = new Map<string, CdpListener>()
  #lastId = 0
  #rest = ''

  constructor(input: Writable, output: Readable) {
    this.#input = input
    input.on('error', () => this.#end())
    output.setEncoding('utf8')
    output.on('data', (text: string) => this.#read(text))
    output.on('close', () => this.#end())
  }

  send(method: string, params: CdpParams = {}, sessionId?: string): Promise<CdpParams> {
    this.#lastId += 1
    const answer = Promise.withResolvers<CdpParams>()
    this.#answers.set(this.#lastId, answer)
    this.#input.write(`${JSON.stringify({ id: this.#lastId, method, params, sessionId })}\0`)
    return answer.promise
  }

  listen(sessionId: string, listener: CdpListener): void {
    this.#listeners.set(sessionId, listener)
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0')
    this.#rest = messages.pop() ?? ''
    for (const message of messages) this.#receive(JSON.parse(message) as Message)
  }

  #receive({ id, sessionId = '', method, params, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#listeners.get(sessionId)?.(method, params ?? {})
      return
    }
    const answer = this.#answers.get(id)
    this.#answers.delete(id)
    if (error === undefined) answer?.resolve(result ?? {})
    else answer?.reject(new Error(error.message))
  }

  #end(): void {
    for (const answer of this.#answers.values()) answer.reject(new Error('Chromium has ended.'))
    this.#answers.clear()
  }
}
