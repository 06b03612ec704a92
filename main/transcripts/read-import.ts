import { IMPORT_LIMIT_BYTES } from '../../shared/chat/transcript.ts'
import { UserError } from '../../shared/result.ts'
import { asObject, parseJson } from '../../shared/stream/json.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { readLlamaCpp, sessionsOfLines } from './llama-cpp.ts'
import { conversationsOf, TRANSCRIPT_FORMAT, TRANSCRIPT_VERSION, transcriptSchema } from './schema.ts'
import { isZip, unzip } from './zip.ts'

/** A file that was understood. Its trees are not checked yet (check-tree.ts). */
export interface ReadImport {
  readonly format: 'afm-desktop' | 'llama.cpp'
  readonly conversations: readonly WholeConversation[]
  readonly notes: readonly string[]
}

/**
 * Understands a file by its content, whatever its name: a transcript of ours, or an export of llama.cpp's
 * web UI as JSON, as lines of JSON, or as a ZIP archive of the latter.
 * @throws UserError `invalid-file`
 */
export function readImport(bytes: Buffer): ReadImport {
  if (bytes.length > IMPORT_LIMIT_BYTES) throw invalid('the file is larger than 256 MB')
  if (isZip(bytes)) {
    const wanted = (name: string) => /\.jsonl?$/i.test(name)
    const values = unzip(bytes, { wanted, limitBytes: IMPORT_LIMIT_BYTES }).flatMap(valuesOf)
    return readForeign(values.flat()) ?? unknownFile()
  }
  const value = valuesOf(bytes)
  const own = asObject(value)
  if (own?.format === TRANSCRIPT_FORMAT) return readOwn(own)
  return readForeign(value) ?? unknownFile()
}

/** What a file holds: its JSON, or the sessions of its lines. */
function valuesOf(bytes: Buffer): unknown {
  const text = new TextDecoder().decode(bytes)
  const whole = parseJson(text)
  // One conversation without messages is a single line, and so a JSON value as well.
  if (whole !== undefined) return sessionsOfLines([whole]) ?? whole
  const records = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  if (records.includes(undefined)) throw invalid('it is not JSON, or ends in the middle')
  return sessionsOfLines(records)
}

function readOwn(value: object & { readonly version?: unknown }): ReadImport {
  if (typeof value.version === 'number' && value.version > TRANSCRIPT_VERSION)
    throw invalid('the file was written by a newer version of AFM Desktop')
  const parsed = transcriptSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`)
  }
  return { format: 'afm-desktop', conversations: conversationsOf(parsed.data), notes: [] }
}

function readForeign(value: unknown): ReadImport | undefined {
  const read = readLlamaCpp(value)
  return read && { format: 'llama.cpp', ...read }
}

function unknownFile(): never {
  throw invalid('it is neither a transcript of this app nor an export of llama.cpp’s web UI')
}

function invalid(why: string): UserError {
  return new UserError('invalid-file', `Nothing was imported: ${why}.`)
}
