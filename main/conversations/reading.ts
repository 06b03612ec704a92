import type { BranchPart, Conversation, Message, OpenConversation } from '../../shared/chat/conversation.ts'
import type { BranchPath } from './branch-path.ts'
import type { ConversationRow } from './catalog.ts'
import type { Tables } from './tables.ts'

/** A conversation with all its branches, as it is exported and imported. */
export interface WholeConversation extends Conversation {
  readonly pinned: boolean
}

/** Where conversations are read from. */
export interface ReadSource {
  readonly tables: Tables
  /** The message as it is, where the disk has not taken its newest state. */
  newest(message: Message): Message
}

/**
 * A conversation as it is shown: the end of its visible branch, and the surroundings of a message of that
 * branch where one is named that does not stand there.
 * @param endMessages How many messages the end has at most; the surroundings have about as many.
 */
export function readOpened(
  source: ReadSource,
  row: ConversationRow,
  { messageId, endMessages }: { readonly messageId: string | null; readonly endMessages: number },
): OpenConversation {
  const { tables } = source
  const path = tables.pathTo(row.leaf)
  const { length } = path.seqs
  const from = Math.max(0, length - endMessages)
  const { messages, siblings } = readPart(source, row, path, [from, length])
  const place = messageId === null ? undefined : tables.messages.place(messageId)
  const at = place ? path.seqs.indexOf(place.seq) : -1
  const half = Math.ceil(endMessages / 2)
  const around = [Math.max(0, at - half), Math.min(from, at + half)] as const
  const part = at >= 0 && at < from ? readPart(source, row, path, around) : null
  const { textBytes } = path
  return { ...headOf(row, messages), textBytes, part, siblings, draft: tables.drafts.get(row.id) }
}

/** The messages of a path from one place to before another, with the versions beside them. */
export function readPart(
  source: ReadSource,
  row: ConversationRow,
  path: BranchPath,
  [from, to]: readonly [from: number, to: number],
): BranchPart {
  const messages = readMessages(source, path.seqs.slice(from, Math.max(from, to)))
  const versions = messages.flatMap(({ id }, at) =>
    Object.entries(source.tables.siblingsOf(row.seq, path.seqs[from + at - 1] ?? null, id)),
  )
  // Ids may come from a file: this way none of them is more than a key.
  return { from, messages, siblings: Object.fromEntries(versions) }
}

/** The messages with these row numbers, in this order. */
export function readMessages({ tables, newest }: ReadSource, seqs: readonly number[]): Message[] {
  return tables.messages.read(seqs).map(newest)
}

/** A conversation with all its branches. */
export function readWhole({ tables, newest }: ReadSource, row: ConversationRow): WholeConversation {
  const { messages } = tables
  const leaf = row.leaf === null ? undefined : messages.get(row.leaf)
  return { ...headOf(row, messages.ofConversation(row.seq).map(newest)), leafId: leaf?.id ?? null }
}

function headOf(row: ConversationRow, messages: readonly Message[]): WholeConversation {
  const { id, title, createdAtMs, updatedAtMs } = row
  const leafId = messages.at(-1)?.id ?? null
  return { id, title, createdAtMs, updatedAtMs, pinned: row.pinned === 1, messages, leafId }
}
