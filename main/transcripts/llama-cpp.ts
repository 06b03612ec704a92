import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Message, titleFrom } from '../../shared/chat/conversation.ts'
import { UserError } from '../../shared/result.ts'
import { asObject } from '../../shared/stream/json.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { type ForeignMessage, foreignMessageSchema, ImportNotes, messageFrom } from './llama-cpp-message.ts'

/** Ids are text, in versions before 2025 numbers. */
const id = z.union([z.string().max(1000), z.number()]).transform(String)

const sessionSchema = z.object({
  conv: z.object({
    id,
    name: z.string().nullish(),
    lastModified: z.number().nullish(),
    currNode: z.union([z.string(), z.number()]).transform(String).nullish(),
    pinned: z.boolean().nullish(),
  }),
  messages: z.array(foreignMessageSchema),
})
type Session = z.output<typeof sessionSchema>

/**
 * Reads what llama.cpp's web UI exports: one conversation `{conv, messages}`, a list of them, or lines of
 * JSON with a `session` record before its `message` records (since June 2026). Its source, tools/server/webui
 * and later tools/ui of ggml-org/llama.cpp, is the only description there is. Undefined when the value is
 * none of these.
 * @throws UserError `invalid-file` when it is, but broken.
 */
export function readLlamaCpp(
  value: unknown,
): { readonly conversations: WholeConversation[]; readonly notes: string[] } | undefined {
  const sessions = Array.isArray(value) ? value : [value]
  if (sessions.length === 0 || !sessions.every(isSession)) return undefined
  const notes = new ImportNotes()
  const conversations = sessions.map((session) => {
    const parsed = sessionSchema.safeParse(session)
    if (parsed.success) return conversationFrom(parsed.data, notes)
    const [issue] = parsed.error.issues
    throw new UserError(
      'invalid-file',
      `Nothing was imported: ${issue?.path.join('.') ?? 'the file'}: ${issue?.message ?? 'not understood'}.`,
    )
  })
  return { conversations, notes: notes.lines() }
}

function isSession(value: unknown): boolean {
  const session = asObject(value)
  return asObject(session?.conv) !== undefined && Array.isArray(session?.messages)
}

/** The records of the lines format as sessions; undefined when the lines are something else. */
export function sessionsOfLines(records: readonly unknown[]): unknown[] | undefined {
  const sessions: { conv: unknown; messages: unknown[] }[] = []
  for (const record of records) {
    const { type, message, ...conv } = asObject(record) ?? {}
    if (type === 'session') sessions.push({ conv, messages: [] })
    else if (type === 'message' && sessions.length > 0) sessions.at(-1)?.messages.push(message)
    else if (sessions.length === 0) return undefined
  }
  return sessions.length > 0 ? sessions : undefined
}

/** Ids of our own, the same at every import, so that what is here already is known again. */
function ownId(...parts: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['llama.cpp', ...parts]))
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

function conversationFrom({ conv, messages }: Session, notes: ImportNotes): WholeConversation {
  const kept: Message[] = []
  /** For each message of the file, the nearest one at or above it that was kept. */
  const keptAs = new Map<string, string | null>()
  for (const message of parentsFirst(conv.name ?? conv.id, messages)) {
    const parentId = keptAs.get(message.parent ?? '') ?? null
    const made = messageFrom(message, { id: ownId(conv.id, message.id), parentId }, notes)
    kept.push(...made)
    keptAs.set(message.id, made.at(-1)?.id ?? parentId)
  }
  const times = kept.map(({ createdAtMs }) => createdAtMs)
  const first = kept.find((message) => message.role === 'user')
  const updatedAtMs = conv.lastModified ?? times.reduce((a, b) => Math.max(a, b), 0)
  return {
    id: ownId(conv.id),
    title: conv.name?.trim().slice(0, 200) || titleFrom(first?.role === 'user' ? first.text : ''),
    createdAtMs: times.reduce((a, b) => Math.min(a, b), updatedAtMs),
    updatedAtMs,
    pinned: conv.pinned ?? false,
    leafId: keptAs.get(conv.currNode ?? '') ?? kept.at(-1)?.id ?? null,
    messages: kept,
  }
}

/**
 * The messages with each parent before its children, siblings in the file's order. A parent that is not in
 * the file counts as none: the export of one branch leaves the root out. Without any parents at all, each
 * message follows the one before.
 */
function parentsFirst(title: string, messages: readonly ForeignMessage[]): ForeignMessage[] {
  const chained = messages.every(({ parent }) => parent === null)
  const linked = chained
    ? messages.map((message, at) => ({ ...message, parent: messages[at - 1]?.id ?? null }))
    : messages
  const ids = new Set(linked.map((message) => message.id))
  if (ids.size < linked.length) throw broken(title, 'two messages have the same id')
  const children = Map.groupBy(linked, ({ parent }) => (parent !== null && ids.has(parent) ? parent : null))
  const ordered = [...(children.get(null) ?? [])]
  for (const message of ordered) ordered.push(...(children.get(message.id) ?? []))
  if (ordered.length < linked.length) throw broken(title, 'messages answer each other in a circle')
  return ordered
}

function broken(title: string, why: string): UserError {
  return new UserError('invalid-file', `Nothing was imported: in “${title.slice(0, 80)}” ${why}.`)
}
