import { accumulate } from '../../shared/stream/accumulate.ts'
import { AssistantDialect } from '../../shared/stream/assistant-dialect.ts'
import { ChatDialect } from '../../shared/stream/chat-dialect.ts'
import type { StreamEvent } from '../../shared/stream/events.ts'
import { asObject, parseJson } from '../../shared/stream/json.ts'
import { newTurn, type Turn } from '../../shared/stream/turn.ts'
import { StreamDecoder } from '../afm/stream-decoder.ts'

/** How to read a captured stream. */
export interface ReplayOptions {
  /** Read in pieces of so many bytes; null reads it whole. */
  readonly splitBytes: number | null
  /** Read as the Assistant API's events instead of chat chunks. */
  readonly assistant: boolean
}

/**
 * Decodes a captured stream into a turn, exactly as a live one is decoded. Besides raw streams it takes a
 * whole `chat.completion` body, and a test case (`{"stream": ["…"], "protocol": "…"}`).
 */
export function replayTurn(bytes: Uint8Array, options: ReplayOptions): Turn {
  const json = bytes[0] === 0x7b ? asObject(parseJson(new TextDecoder().decode(bytes))) : undefined
  if (Array.isArray(json?.stream)) {
    const stream = new TextEncoder().encode(json.stream.join(''))
    return decode(stream, { ...options, assistant: options.assistant || json.protocol === 'assistant' })
  }
  return Array.isArray(json?.choices) ? readBody(bytes) : decode(bytes, options)
}

function decode(bytes: Uint8Array, { splitBytes, assistant }: ReplayOptions): Turn {
  const decoder = new StreamDecoder(assistant ? new AssistantDialect() : new ChatDialect())
  const step = splitBytes ?? Math.max(1, bytes.length)
  let turn = newTurn('replay')
  for (let at = 0; at < bytes.length; at += step)
    turn = accumulate(turn, decoder.push(bytes.subarray(at, at + step), 0))
  return accumulate(turn, decoder.end(0))
}

function readBody(bytes: Uint8Array): Turn {
  const events: StreamEvent[] = []
  new ChatDialect().body(new TextDecoder().decode(bytes), 0, events)
  return accumulate(newTurn('replay'), [...events, { type: 'done', atMs: 0, end: 'done' }])
}

/** A turn as `replay` prints it: these keys are fixed (DESIGN.md, "A turn, as replay prints it"). */
export function replayLine(turn: Turn): Record<string, unknown> {
  const { model, content, reasoning, finishReason, end, error, usage, profile, samples } = turn
  return {
    model,
    content,
    reasoning,
    toolCalls: turn.toolCalls.map(({ id, name, arguments: text, valid }) => ({
      id,
      name,
      arguments: text,
      valid,
    })),
    finishReason,
    end,
    error: error && { title: error.title, message: error.message },
    usage,
    profile,
    samples,
    warnings: turn.warningCount,
  }
}
