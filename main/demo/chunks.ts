import { randomBytes } from 'node:crypto'
import type { ToolCallPiece } from './replies/reply.ts'

/** Ends a stream. */
export const DONE = 'data: [DONE]\n\n'

/**
 * Writes the frames of one reply as AFM writes them (captures of a real AFM): no `finish_reason` until
 * there is one, slashes escaped as Swift's encoder does, `content: ""` beside reasoning, no `content`
 * beside a tool call.
 */
export class ChunkWriter {
  readonly id = `chatcmpl-${randomBytes(4).toString('hex').toUpperCase()}`
  readonly fingerprint: string
  readonly #model: string

  constructor(model: string) {
    this.#model = model
    this.fingerprint = `afm_mlx__${model.replaceAll('/', '__')}`
  }

  /** The first chunk; the Foundation model's carries the first text. */
  role(content: string): string {
    return this.#delta({ role: 'assistant', content })
  }

  content(text: string): string {
    return this.#delta({ content: text })
  }

  reasoning(text: string): string {
    return this.#delta({ reasoning_content: text, content: '' })
  }

  toolCall(piece: ToolCallPiece): string {
    return this.#delta({ tool_calls: [toolCallDelta(piece)] })
  }

  /** AFM's error-marked chunk: the role and the mark make it an error. */
  failure(title: string, message: string): string {
    return this.#delta({ role: 'assistant', content: `⚠️ **${title}**\n\n${message}` })
  }

  finish(reason: string): string {
    return this.#chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
  }

  usage(usage: object, timings: object): string {
    return this.#chunk({ choices: [], usage, timings })
  }

  #delta(delta: object): string {
    return this.#chunk({ choices: [{ index: 0, delta }] })
  }

  #chunk(part: object): string {
    return frame({
      id: this.id,
      object: 'chat.completion.chunk',
      created: Math.floor(Date.now() / 1000),
      model: this.#model,
      system_fingerprint: this.fingerprint,
      ...part,
    })
  }
}

/** One `data:` frame with the object, its slashes escaped. */
export function frame(value: object): string {
  return `data: ${swiftJson(value)}\n\n`
}

/** JSON as Swift's encoder writes it; a slash can only stand in a string, where the escape is allowed. */
export function swiftJson(value: object): string {
  return JSON.stringify(value).replaceAll('/', '\\/')
}

function toolCallDelta(piece: ToolCallPiece): object {
  const { index, id, name } = piece
  if (id === undefined) return { index, function: { arguments: piece.arguments } }
  return { index, id, type: 'function', function: { name, arguments: piece.arguments } }
}
