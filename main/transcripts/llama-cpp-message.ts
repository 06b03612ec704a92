import { z } from 'zod'
import type { Message, ReplyMessage } from '../../shared/chat/conversation.ts'
import { NO_SAMPLING } from '../../shared/chat/settings.ts'
import { asNumber, asObject, asText, parseJson } from '../../shared/stream/json.ts'
import { newTurn, type ToolCall, type Turn } from '../../shared/stream/turn.ts'
import { withoutUndefined } from '../../shared/stream/usage.ts'

const id = z.union([z.string().max(1000), z.number()]).transform(String)

/** A message of llama.cpp's web UI. What is not named here does not matter to us, and may be anything. */
export const foreignMessageSchema = z.object({
  id,
  type: z.string().nullish(),
  timestamp: z.number().nullish(),
  role: z.string(),
  content: z.string().nullish(),
  /** Before 2025 the root's parent was -1. */
  parent: id.nullish().transform((parent) => (parent === undefined || parent === '-1' ? null : parent)),
  thinking: z.string().nullish(),
  reasoningContent: z.string().nullish(),
  /** A list, or the same as JSON text. */
  toolCalls: z.unknown().optional(),
  extra: z.array(z.unknown()).nullish(),
  timings: z.unknown().optional(),
  model: z.string().nullish(),
})
export type ForeignMessage = z.output<typeof foreignMessageSchema>

/** Counts what could not be taken over. */
export class ImportNotes {
  systemPrompts = 0
  toolResults = 0
  attachments = 0

  lines(): string[] {
    const { systemPrompts, toolResults, attachments } = this
    return [
      ...(systemPrompts > 0 ? [`${systemPrompts} system prompts were left out.`] : []),
      ...(toolResults > 0 ? [`${toolResults} results of tools were taken over as messages of yours.`] : []),
      ...(attachments > 0 ? [`${attachments} attachments that are not text were left out.`] : []),
    ]
  }
}

/**
 * The messages that one of theirs becomes: none for a root or a system prompt, and two for a reply that
 * answers nothing, since a reply of ours always has a question, if only an empty one.
 */
export function messageFrom(
  message: ForeignMessage,
  own: { readonly id: string; readonly parentId: string | null },
  notes: ImportNotes,
): Message[] {
  const createdAtMs = message.timestamp ?? 0
  const content = message.content ?? ''
  if (message.type === 'root') return []
  switch (message.role) {
    case 'user':
      return [{ role: 'user', ...own, createdAtMs, text: content + attachedText(message, notes) }]
    case 'tool':
      notes.toolResults += 1
      return [{ role: 'user', ...own, createdAtMs, text: `Result of a tool:\n\n${content}` }]
    case 'assistant': {
      if (own.parentId !== null) return [replyFrom(message, own.id, own.parentId)]
      const question: Message = { role: 'user', id: `${own.id}-q`, parentId: null, createdAtMs, text: '' }
      return [question, replyFrom(message, own.id, question.id)]
    }
    default:
      notes.systemPrompts += 1
      return []
  }
}

/** Text files and pasted text, which that UI sends along with the message; other attachments are counted. */
function attachedText({ extra }: ForeignMessage, notes: ImportNotes): string {
  return (extra ?? [])
    .map((value) => {
      const { name, content } = asObject(value) ?? {}
      if (typeof content === 'string' && content !== '')
        return `\n\n${asText(name) ?? 'Attachment'}:\n\n${content}`
      notes.attachments += 1
      return ''
    })
    .join('')
}

function replyFrom(message: ForeignMessage, id: string, parentId: string): ReplyMessage {
  const model = message.model ?? ''
  return {
    role: 'assistant',
    id,
    parentId,
    createdAtMs: message.timestamp ?? 0,
    request: {
      serverName: 'llama.cpp',
      baseUrl: '',
      model,
      sampling: { ...NO_SAMPLING, stop: [] },
      thinking: 'default',
      profile: 'off',
      demo: false,
    },
    turn: turnFrom(message, model),
  }
}

/** Versions of 2025 kept the reasoning inside the text, between these marks. */
const MARKED_REASONING = /<<<reasoning_content_start>>>([\s\S]*?)<<<reasoning_content_end>>>/g

function turnFrom(message: ForeignMessage, model: string): Turn {
  const content = message.content ?? ''
  const marked = [...content.matchAll(MARKED_REASONING)].map(([, text = '']) => text).join('')
  const timings = asObject(message.timings)
  const promptTokens = asNumber(timings?.prompt_n)
  const cachedTokens = asNumber(timings?.cache_n)
  const predictedTokens = asNumber(timings?.predicted_n)
  const usage = withoutUndefined({
    promptTokens: promptTokens === undefined ? undefined : promptTokens + (cachedTokens ?? 0),
    completionTokens: predictedTokens,
    cachedTokens,
  })
  const times = withoutUndefined({
    promptTokens,
    promptMs: asNumber(timings?.prompt_ms),
    predictedTokens,
    predictedMs: asNumber(timings?.predicted_ms),
  })
  return {
    ...newTurn(''),
    model,
    content: content.replaceAll(MARKED_REASONING, ''),
    reasoning: message.reasoningContent || message.thinking || marked,
    toolCalls: toolCallsFrom(message.toolCalls),
    end: 'done',
    usage: Object.keys(usage).length > 0 ? usage : null,
    timings: Object.keys(times).length > 0 ? times : null,
  }
}

function toolCallsFrom(value: unknown): ToolCall[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(list)) return []
  return list.map((entry, slot) => {
    const call = asObject(entry)
    const { name, arguments: args } = asObject(call?.function) ?? {}
    const text = typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args)
    const id = asText(call?.id) ?? `local_call_${slot}`
    const valid = parseJson(text) !== undefined
    return { slot, index: slot, atMs: 0, id, name: asText(name) ?? '', arguments: text, valid }
  })
}
