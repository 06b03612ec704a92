import type { TurnError } from './events.ts'
import { asNumber, asObject, asText, parseJson } from './json.ts'
import { withoutUndefined } from './usage.ts'

/** U+26A0 with or without its emoji selector, a bold title, a blank line, the message. */
const ERROR_MARK = /^\u26a0\ufe0f? ?\*\*([^*\n]+)\*\*[ \t]*(?:\r?\n\s*([\s\S]*))?$/

/**
 * Reads AFM's error-marked chunk. The caller must have seen that the delta carries a role: a model may
 * write the same characters itself. Undefined when the text does not begin with the mark.
 * Source: AFM's streaming document, "Mid-stream failure", and PROTOCOL.md for the titles.
 */
export function readErrorMark(content: string): TurnError | undefined {
  if (content.charCodeAt(0) !== 0x26a0) return undefined
  const match = ERROR_MARK.exec(content)
  return match ? { title: (match[1] ?? 'Error').trim(), message: (match[2] ?? '').trim() } : undefined
}

/**
 * Reads the value of an `error` key as servers send it: an object, or a plain string.
 * Undefined for null and for what says nothing.
 */
export function readErrorValue(value: unknown): TurnError | undefined {
  if (typeof value === 'string') return { title: 'Error', message: value }
  const source = asObject(value)
  if (!source) return undefined
  const code = asText(source.code) ?? asText(source.type)
  const message = asText(source.message) ?? asText(source.detail) ?? JSON.stringify(source)
  const status = asNumber(source.status) ?? asNumber(source.code)
  return { title: 'Error', message, ...withoutUndefined({ code, status }) }
}

/** Reads the data of an `event: error`, which may be an envelope, an error object, or plain text. */
export function readErrorData(data: string): TurnError {
  const value = parseJson(data)
  const inner = asObject(value)?.error
  return (
    readErrorValue(inner) ??
    readErrorValue(value) ?? { title: 'Error', message: data.trim() || 'The server reported an error.' }
  )
}
