import type { StreamEvent, ToolCallEvent } from './events.ts'
import { asNumber, asObject, asText, parseJson } from './json.ts'

/** What is known of one call while its pieces arrive. */
interface OpenCall {
  readonly slot: number
  readonly index: number
  /** The id the server gave; undefined while the call only has ours. */
  serverId: string | undefined
  name: string | undefined
  arguments: string
}

/**
 * Assigns the pieces of streamed tool calls to their calls, by the rules of PROTOCOL.md "Tool-call
 * merging": the index wins, except that a new id on a known index is a new call, an id alone opens a
 * call, and arguments alone continue the last one. Holds the state of one stream.
 */
export class ToolCallMerger {
  readonly #calls: OpenCall[] = []

  /** Reads one element of `delta.tool_calls`; undefined when it is not an object. */
  merge(value: unknown, atMs: number): Extract<StreamEvent, { type: 'toolCall' }> | undefined {
    const piece = asObject(value)
    if (!piece) return undefined
    const fn = asObject(piece.function) ?? {}
    const id = asText(piece.id)
    const name = asText(fn.name)
    const text = argumentsText(fn.arguments)
    const index = asNumber(piece.index)

    const known = this.#find(index, id, name)
    const call = known ?? this.#open(index, id, name)
    // An event says an id and a name once, when they become known: the first non-empty ones win.
    const newId = known ? (known.serverId === undefined ? id : undefined) : (id ?? localId(call.slot))
    const newName = known && known.name !== undefined ? undefined : name
    call.serverId ??= id
    call.name ??= name
    call.arguments += text
    return toolCallEvent(call, atMs, newId, newName, text)
  }

  #find(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall | undefined {
    const calls = this.#calls
    if (id !== undefined) {
      const same = calls.find((call) => call.serverId === id)
      if (same) return same
      // A call that began without an id may get it late; one that has an id makes this a new call.
      const atIndex = index === undefined ? undefined : calls.findLast((call) => call.index === index)
      return atIndex && atIndex.serverId === undefined && !isComplete(atIndex.arguments) ? atIndex : undefined
    }
    if (index !== undefined) {
      const atIndex = calls.findLast((call) => call.index === index)
      if (atIndex || name !== undefined) return atIndex
      const open = calls.filter((call) => !isComplete(call.arguments))
      return open.length === 1 ? open[0] : undefined
    }
    const last = calls.at(-1)
    return last && name !== undefined && last.name !== undefined && isComplete(last.arguments)
      ? undefined
      : last
  }

  #open(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall {
    const slot = this.#calls.length
    const call: OpenCall = { slot, index: index ?? slot, serverId: id, name, arguments: '' }
    this.#calls.push(call)
    return call
  }
}

/** An id of ours for a call whose server gave none. Unique within the turn, the same at every replay. */
function localId(slot: number): string {
  return `local_call_${slot}`
}

function isComplete(text: string): boolean {
  return parseJson(text) !== undefined
}

/** Arguments as text: some servers send the object itself; null and absence are no text. */
function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function toolCallEvent(
  call: OpenCall,
  atMs: number,
  id: string | undefined,
  name: string | undefined,
  text: string,
): ToolCallEvent {
  const event: { -readonly [K in keyof ToolCallEvent]: ToolCallEvent[K] } = {
    type: 'toolCall',
    atMs,
    slot: call.slot,
    index: call.index,
    arguments: text,
  }
  if (id !== undefined) event.id = id
  if (name !== undefined) event.name = name
  return event
}
