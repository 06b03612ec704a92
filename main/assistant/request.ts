import { UserError } from '../../shared/result.ts'
import { asObject, parseJson } from '../../shared/stream/json.ts'

/** What a client asked for. */
export interface AssistantRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  /** JSON values to forward as they came; empty when tool calling is off. */
  readonly tools: readonly unknown[]
}

/**
 * Reads the body of `POST /api/assistant`.
 * @throws UserError `invalid-request` that says what is wrong with it.
 */
export function readAssistantRequest(bytes: Uint8Array): AssistantRequest {
  const text = decodeUtf8(bytes)
  const body = parseJson(text)
  if (body === undefined) throw invalid('The request body is not JSON.')
  const { messages, tools } = asObject(body) ?? {}
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalid('“messages” must be an array of at least one message.')
  if (tools !== undefined && !Array.isArray(tools)) throw invalid('“tools” must be an array.')
  return {
    messages: messages.map(readMessage),
    tools: tools === undefined || tools.length === 0 ? [] : verbatimTools(text),
  }
}

function readMessage(value: unknown, at: number): { role: string; content: string } {
  const { role, content } = asObject(value) ?? {}
  if (typeof role !== 'string' || typeof content !== 'string')
    throw invalid(`messages[${at}] must have a “role” and a “content” that are strings.`)
  return { role, content }
}

/**
 * The tools with every number as it was written: schemas from other languages hold limits such as
 * 9223372036854775807, which a JavaScript number would change on its way to the model.
 */
function verbatimTools(text: string): readonly unknown[] {
  const body = sourceAware.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? sourceAware.rawJSON(source) : value,
  )
  const tools = asObject(body)?.tools
  return Array.isArray(tools) ? tools : []
}

/** ECMAScript's parse-with-source, which Node 22 has and the compiler's library has not yet. */
interface SourceAwareJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): unknown
}
const sourceAware = JSON as object as SourceAwareJson

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The request body is not UTF-8.')
  }
}

function invalid(message: string): UserError {
  return new UserError('invalid-request', message)
}
