import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { StreamDecoder } from '../../../main/afm/stream-decoder.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import { ChatDialect } from '../../../shared/stream/chat-dialect.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { newTurn, type Turn } from '../../../shared/stream/turn.ts'

export interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Whether the body broke off before its end. */
  readonly broken: boolean
}

/** Sends a request and resolves with its response as soon as the headers are there. */
export function open(url: string, ask: Ask = {}): Promise<IncomingMessage> {
  const body = typeof ask.body === 'object' ? JSON.stringify(ask.body) : ask.body
  return new Promise((resolve, reject) => {
    const method = ask.method ?? (body === undefined ? 'GET' : 'POST')
    const sent = request(url, { method, agent: false, headers: ask.headers ?? {} }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends a request and reads the whole answer. */
export async function send(url: string, ask: Ask = {}): Promise<Answer> {
  return readAnswer(await open(url, ask))
}

/** Reads the rest of a response. */
export async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = []
  const broken = await eachPiece(response, (piece) => pieces.push(piece))
  const text = Buffer.concat(pieces).toString()
  return { status: response.statusCode ?? 0, headers: response.headers, text, broken }
}

/**
 * Hands over each piece of the body; true when it broke off. Events, not iteration: an iterator throws
 * away what it has buffered when the connection breaks.
 */
function eachPiece(response: IncomingMessage, take: (piece: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    response.on('data', take)
    response.on('error', () => {})
    response.once('close', () => resolve(!response.complete))
    if (response.closed) resolve(!response.complete)
  })
}

/** A streamed chat request with one user message. */
export function chat(text: string, more: object = {}): object {
  return { messages: [{ role: 'user', content: text }], stream: true, ...more }
}

export const CHAT_PATH = '/v1/chat/completions'

/** The JSON objects of a stream's frames; the terminator is the string `[DONE]`. */
export function framesOf(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => {
      if (!part.startsWith('data: ')) throw new Error(`not a data frame: ${part}`)
      const data = part.slice(6)
      return data === '[DONE]' ? data : JSON.parse(data)
    })
}

/** Reads a response the way the app does: bytes, frames, events, turn. */
export async function readTurn(response: IncomingMessage): Promise<Turn> {
  const decoder = new StreamDecoder(new ChatDialect())
  const events: StreamEvent[] = []
  await eachPiece(response, (piece) => events.push(...decoder.push(piece, 0)))
  events.push(...decoder.end(0))
  return accumulate(newTurn('test'), events)
}

/** Waits until the response has delivered text that matches, and returns all text so far. */
export async function readUntil(response: IncomingMessage, pattern: RegExp): Promise<string> {
  let text = ''
  while (!pattern.test(text)) {
    const piece: Buffer | null = response.read()
    if (piece) text += piece.toString()
    else if (response.readableEnded) throw new Error(`the stream ended before ${pattern}: ${text}`)
    else await once(response, 'readable')
  }
  return text
}

/** The value of a metric of the demo server. */
export async function metric(baseUrl: string, name: string): Promise<number> {
  const { text } = await send(`${baseUrl}/metrics`)
  const line = text.split('\n').find((candidate) => candidate.startsWith(`afm:${name}{`))
  return Number(line?.split(' ').at(-1) ?? Number.NaN)
}

/** Asks again until the metric has the value; the test's own time-out ends the wait. */
export async function untilMetric(baseUrl: string, name: string, value: number): Promise<void> {
  while ((await metric(baseUrl, name)) !== value) await new Promise((resolve) => setTimeout(resolve, 10))
}
