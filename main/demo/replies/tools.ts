import { randomBytes } from 'node:crypto'
import { asObject, asText, type JsonObject } from '../../../shared/stream/json.ts'
import type { ChatRequest } from '../request.ts'
import { type Reply, type Segment, STOP, textReply } from './reply.ts'

interface Call {
  readonly name: string
  readonly arguments: string
}

/** What is called when the request brings no tools of its own. */
const OWN_CALLS: readonly Call[] = [
  { name: 'get_weather', arguments: '{"city":"Cupertino","unit":"celsius","days":3}' },
  {
    name: 'run_benchmark',
    arguments: '{"model":"demo/canned-replies","prompt_tokens":512,"generate":128}',
  },
]

/** How many characters of arguments come in one delta. */
const FRAGMENT_CHARS = 6

/**
 * Two tool calls that advance in turn, their arguments in fragments, ids only in the first piece of each.
 * The request's own tools are called where it brings some; with `parallel_tool_calls: false`, one only.
 */
export function toolReply(request: ChatRequest): Reply {
  const tools = request.tools ?? []
  const all = tools.length > 0 ? tools.slice(0, 2).map(callOf) : OWN_CALLS
  const calls = request.parallel_tool_calls === false ? all.slice(0, 1) : all
  const names = calls.map((call) => call.name).join(' and ')
  const reasoning = `This is the demo's canned reasoning. The message asks for a tool, so I call ${names}; nothing is really run.`
  return {
    segments: [{ channel: 'reasoning', text: reasoning }, ...interleave(calls)],
    ending: { kind: 'finish', reason: 'tool_calls' },
  }
}

/** The answer to the tools' results. */
export function toolResultReply(request: ChatRequest): Reply {
  const lastCall = request.messages.findLastIndex((entry) => entry.role !== 'tool')
  const results = request.messages.length - 1 - lastCall
  const what = results === 1 ? 'one tool result' : `${results} tool results`
  return textReply(
    'The results are there, so I can answer.',
    `This is the demo's canned reply to ${what}. A model would now use what the tools found; the demo only counts them.`,
    STOP,
  )
}

function interleave(calls: readonly Call[]): Segment[] {
  const fragments = calls.map((call) => fragmentsOf(call.arguments))
  const rounds = Math.max(0, ...fragments.map((list) => list.length))
  const segments: Segment[] = calls.map((call, index) => ({
    channel: 'toolCall',
    piece: { index, id: `call_${randomBytes(12).toString('hex')}`, name: call.name, arguments: '' },
  }))
  for (let round = 0; round < rounds; round++) {
    fragments.forEach((list, index) => {
      const text = list[round]
      if (text !== undefined) segments.push({ channel: 'toolCall', piece: { index, arguments: text } })
    })
  }
  return segments
}

function fragmentsOf(text: string): string[] {
  const characters = [...text]
  const fragments: string[] = []
  for (let at = 0; at < characters.length; at += FRAGMENT_CHARS) {
    fragments.push(characters.slice(at, at + FRAGMENT_CHARS).join(''))
  }
  return fragments
}

function callOf(tool: NonNullable<ChatRequest['tools']>[number]): Call {
  const schema = asObject(tool.function.parameters) ?? {}
  return { name: tool.function.name, arguments: JSON.stringify(exampleObject(schema, 0)) }
}

/** A value for every property of an object schema, so that a client can run what was called. */
function exampleObject(schema: JsonObject, depth: number): JsonObject {
  const properties = Object.entries(asObject(schema.properties) ?? {})
  return Object.fromEntries(
    properties.map(([name, value]) => [name, exampleValue(asObject(value) ?? {}, depth)]),
  )
}

function exampleValue(schema: JsonObject, depth: number): unknown {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  switch (asText(schema.type)) {
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return true
    case 'array':
      return depth < 3 ? [exampleValue(asObject(schema.items) ?? {}, depth + 1)] : []
    case 'object':
      return depth < 3 ? exampleObject(schema, depth + 1) : {}
    default:
      return 'demo'
  }
}
