import { z } from 'zod'
import { invalidRequest } from './problem.ts'

const part = z.looseObject({ type: z.string(), text: z.string().optional() })
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
})
const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().min(1),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  }),
})

/** AFM's extended OpenAI body. Unknown keys are let through, as AFM does; known ones must be right. */
const chatRequestSchema = z.looseObject({
  model: z.string().nullish(),
  messages: z.array(message, 'must be an array').min(1, 'must not be empty'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  stop: z.array(z.string(), 'must be an array of strings').nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(0).nullish(),
  min_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  repetition_penalty: z.number().nullish(),
  chat_template_kwargs: z.record(z.string(), z.unknown()).nullish(),
  reasoning_effort: z.string().nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({})]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
})

/** A chat request whose known keys have been checked. */
export type ChatRequest = z.infer<typeof chatRequestSchema>
type ChatMessage = ChatRequest['messages'][number]

/** Checks a chat body. Throws 400 `invalid_request_error` with the key that is wrong. */
export function parseChatRequest(body: unknown): ChatRequest {
  const parsed = chatRequestSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw invalidRequest(`${where === '' ? 'The request body' : where}: ${issue?.message ?? 'invalid'}`)
}

/** A message's text; the parts of a content array that hold none are left out. */
function messageText(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content
  return (message.content ?? []).map((piece) => piece.text ?? '').join('')
}

/** The conversation as a chat template would write it: what prompt tokens are counted from. */
export function renderPrompt(request: ChatRequest): string {
  const turns = request.messages.map((entry) => renderTurn(entry.role, messageText(entry)))
  return `${turns.join('')}${openTurn('assistant')}`
}

/** The rendered prompt together with what was answered to it: where the next prompt begins. */
export function renderAnswered(prompt: string, answer: string): string {
  return `${prompt}${answer}${TURN_END}`
}

const TURN_END = '<|end|>\n'

function openTurn(role: string): string {
  return `<|${role}|>\n`
}

function renderTurn(role: string, text: string): string {
  return `${openTurn(role)}${text}${TURN_END}`
}

/** The text of the last user message; empty when there is none. */
export function lastUserText(request: ChatRequest): string {
  const last = request.messages.findLast((entry) => entry.role === 'user')
  return last ? messageText(last) : ''
}

/** Whether a schema or strict tool was asked for, which the double, without grammars, runs best-effort. */
export function wantsGrammar(request: ChatRequest): boolean {
  return wantsJson(request) || (request.tools ?? []).some((entry) => entry.function.strict === true)
}

/** Whether the answer must be a JSON document. */
export function wantsJson(request: ChatRequest): boolean {
  const type = request.response_format?.type
  return type !== undefined && type !== 'text'
}
