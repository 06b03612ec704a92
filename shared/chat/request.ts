import type { Message, ReplyMessage } from './conversation.ts'
import type { Sampling, Thinking } from './settings.ts'

/** A chat message as the OpenAI-shaped API takes it. */
type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string
      readonly tool_calls?: readonly WireToolCall[]
    }

interface WireToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** What a request is built from. */
export interface ChatRequestOptions {
  /** The visible branch, ending with the user's message. */
  readonly branch: readonly Message[]
  readonly model: string
  readonly systemPrompt: string
  readonly sampling: Sampling
  readonly thinking: Thinking
}

/**
 * Builds the body of `POST /v1/chat/completions`. What the user left to the server is left out, and
 * `include_usage` is always sent, since servers disagree on its default (PROTOCOL.md §1, Request).
 */
export function buildChatRequest(options: ChatRequestOptions): Record<string, unknown> {
  const { sampling, thinking, model } = options
  return {
    ...(model !== '' && { model }),
    messages: wireMessages(options.branch, options.systemPrompt),
    stream: true,
    stream_options: { include_usage: true },
    ...(sampling.temperature !== null && { temperature: sampling.temperature }),
    ...(sampling.topP !== null && { top_p: sampling.topP }),
    ...(sampling.topK !== null && { top_k: sampling.topK }),
    ...(sampling.minP !== null && { min_p: sampling.minP }),
    ...(sampling.maxTokens !== null && { max_tokens: sampling.maxTokens }),
    ...(sampling.seed !== null && { seed: sampling.seed }),
    // A plain string is refused by AFM: always an array.
    ...(sampling.stop.length > 0 && { stop: sampling.stop }),
    ...(thinking !== 'default' && { chat_template_kwargs: { enable_thinking: thinking === 'on' } }),
  }
}

/** The branch as the model is sent it: without reasoning, and without replies that hold nothing. */
function wireMessages(branch: readonly Message[], systemPrompt: string): WireMessage[] {
  const messages: WireMessage[] =
    systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt }]
  for (const message of branch) {
    if (message.role === 'user') messages.push({ role: 'user', content: message.text })
    else messages.push(...wireReply(message))
  }
  return messages
}

function wireReply({ turn }: ReplyMessage): WireMessage[] {
  // A nameless call, or one whose arguments are no JSON, makes servers refuse the whole conversation.
  const calls = turn.toolCalls
    .filter((call) => call.name !== '' && call.valid === true)
    .map((call) => ({
      id: call.id,
      type: 'function' as const,
      function: { name: call.name, arguments: call.arguments },
    }))
  if (turn.content === '' && calls.length === 0) return []
  return [{ role: 'assistant', content: turn.content, ...(calls.length > 0 && { tool_calls: calls }) }]
}
