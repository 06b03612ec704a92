import { parseJson } from '../../shared/stream/json.ts'
import type { ToolCall } from '../../shared/stream/turn.ts'
import { indentJson } from './indent-json.ts'

/** How a call's arguments are shown. */
export interface ShownArguments {
  /** A word about them, or null when the text speaks for itself. */
  readonly note: string | null
  readonly text: string
}

/**
 * A call's arguments for the screen: indented when they are JSON, exactly as they came when not. While
 * they grow only their length is told, so that the text is not read once a token.
 */
export function showArguments(call: ToolCall, running: boolean): ShownArguments {
  const characters = call.arguments.length
  if (call.valid === null && running) {
    return { note: `writing arguments, ${characters.toLocaleString('en-US')} characters`, text: '' }
  }
  if (call.arguments.trim() === '') return { note: 'no arguments', text: '' }
  return parseJson(call.arguments) === undefined
    ? { note: 'arguments are not valid JSON', text: call.arguments }
    : { note: null, text: indentJson(call.arguments) }
}
