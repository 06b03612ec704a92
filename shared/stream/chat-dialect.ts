import { appendDelta, appendEvent } from './append.ts'
import { readErrorData, readErrorMark, readErrorValue } from './errors.ts'
import type { Dialect, Frame, StreamEvent } from './events.ts'
import { asObject, asText, type JsonObject, parseJson } from './json.ts'
import { readProfile } from './profile.ts'
import { ToolCallMerger } from './tool-calls.ts'
import { readTimings, readUsage } from './usage.ts'

/** How much of an unreadable frame is kept to show to the user. */
const EXCERPT_CHARS = 200

/**
 * The OpenAI-shaped chat stream as AFM, llama.cpp, LM Studio and gateways really speak it; PROTOCOL.md §1
 * lists what it has to bear. One instance reads one stream.
 */
export class ChatDialect implements Dialect {
  finished = false
  #model: string | undefined
  #failed = false
  readonly #toolCalls = new ToolCallMerger()

  frame(frame: Frame, atMs: number, out: StreamEvent[]): void {
    if (this.finished) return
    const data = frame.data
    // A frame of JSON begins with a brace: only others can be the terminator, so the hot path skips it.
    if (data.charCodeAt(0) !== 0x7b) {
      const word = data.trim()
      if (word === '') return
      if (word === '[DONE]') {
        this.finished = true
        return
      }
    }
    if (frame.event === 'error') {
      this.#fail(readErrorData(data), atMs, out)
      return
    }
    const chunk = asObject(parseJson(data))
    if (chunk) this.#chunk(chunk, atMs, out)
    else out.push(unreadable(data, atMs))
  }

  strayLine(line: string, atMs: number, out: StreamEvent[]): void {
    if (this.finished) return
    const raw = /^error:\s?(.*)$/i.exec(line)
    if (raw) {
      this.#fail(readErrorData(raw[1] ?? ''), atMs, out)
      return
    }
    // An error envelope that a proxy wrote into the stream without `data:`.
    const error = line.startsWith('{') ? readErrorValue(asObject(parseJson(line))?.error) : undefined
    if (error) this.#fail(error, atMs, out)
  }

  /**
   * Reads a whole `chat.completion` object, which AFM sends instead of a stream with `--no-streaming`.
   * Text that is no such object becomes one warning.
   */
  body(text: string, atMs: number, out: StreamEvent[]): void {
    const completion = asObject(parseJson(text))
    if (completion) this.#chunk(completion, atMs, out)
    else out.push(unreadable(text, atMs))
    this.finished = true
  }

  #chunk(chunk: JsonObject, atMs: number, out: StreamEvent[]): void {
    // AFM's own events have no choices: they are recognised before anything looks for some.
    const reading = readProfile(chunk)
    if (reading) {
      out.push({ type: 'profile', atMs, ...reading })
      // A whole completion may carry its profile beside the answer.
      if (chunk.choices === undefined) return
    }
    const error = chunk.error === undefined ? undefined : readErrorValue(chunk.error)
    if (error) {
      this.#fail(error, atMs, out)
      return
    }
    this.#readModel(chunk.model, atMs, out)
    const choice = Array.isArray(chunk.choices) ? asObject(chunk.choices[0]) : undefined
    if (choice) this.#choice(choice, atMs, out)
    if (chunk.usage === undefined && chunk.timings === undefined) return
    const usage = readUsage(chunk.usage)
    const timings = readTimings(chunk)
    if (usage || timings) out.push({ type: 'usage', atMs, usage: usage ?? {}, ...(timings && { timings }) })
  }

  /** The first name wins. A gateway that failed says `error` where the model's name belongs. */
  #readModel(value: unknown, atMs: number, out: StreamEvent[]): void {
    if (this.#model !== undefined || value === 'error') return
    const model = asText(value)
    if (model === undefined) return
    this.#model = model
    out.push({ type: 'model', atMs, model })
  }

  #choice(choice: JsonObject, atMs: number, out: StreamEvent[]): void {
    const delta = asObject(choice.delta) ?? asObject(choice.message)
    if (delta) this.#delta(delta, atMs, out, choice.delta !== undefined)
    const reason = asText(choice.finish_reason)
    if (reason !== undefined) out.push({ type: 'finish', atMs, reason })
  }

  #delta(delta: JsonObject, atMs: number, out: StreamEvent[], streamed: boolean): void {
    const reasoning = asText(delta.reasoning_content) ?? asText(delta.reasoning)
    if (reasoning !== undefined) appendDelta(out, 'reasoning', atMs, reasoning, streamed ? 1 : 0)

    const content = contentText(delta.content)
    if (content !== '') {
      const error = delta.role === undefined || delta.role === null ? undefined : readErrorMark(content)
      if (error) this.#fail(error, atMs, out)
      else appendDelta(out, 'content', atMs, content, streamed ? 1 : 0)
    }
    if (Array.isArray(delta.tool_calls)) {
      for (const value of delta.tool_calls) {
        const event = this.#toolCalls.merge(value, atMs)
        if (event) appendEvent(out, event)
      }
    }
  }

  /** The first failure is the cause; what servers say after it repeats it or follows from it. */
  #fail(error: Extract<StreamEvent, { type: 'error' }>['error'], atMs: number, out: StreamEvent[]): void {
    if (this.#failed) return
    this.#failed = true
    out.push({ type: 'error', atMs, error })
  }
}

/** Content as text: a string, or the text parts of an OpenAI content array; anything else is none. */
function contentText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.map((part) => asText(asObject(part)?.text) ?? '').join('')
}

function unreadable(data: string, atMs: number): StreamEvent {
  const message = 'The server sent a frame that is not a JSON object.'
  return { type: 'warning', atMs, message, excerpt: data.slice(0, EXCERPT_CHARS) }
}
