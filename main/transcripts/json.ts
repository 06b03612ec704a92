import { branchOf } from '../../shared/chat/conversation.ts'
import type { ExportParts } from '../../shared/chat/transcript.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { withParts } from './parts.ts'
import { TRANSCRIPT_FORMAT, TRANSCRIPT_VERSION } from './schema.ts'

/** The conversation with its visible branch alone. */
export function visibleBranch(conversation: WholeConversation): WholeConversation {
  return { ...conversation, messages: branchOf(conversation.messages, conversation.leafId) }
}

/**
 * A transcript as JSON, lossless when it holds all parts (schema.ts). Made a conversation at a time, since
 * all of them in one string may be more than a string can hold. A reply that still streams is left out: it
 * is not said yet.
 */
export function* jsonTranscript(
  conversations: Iterable<WholeConversation>,
  parts: ExportParts,
  exportedAtMs: number,
): Generator<string> {
  const head = { format: TRANSCRIPT_FORMAT, version: TRANSCRIPT_VERSION, exportedAtMs }
  yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`
  let first = true
  for (const conversation of conversations) {
    yield `${first ? '' : ','}\n${JSON.stringify(storedForm(conversation, parts))}`
    first = false
  }
  yield '\n]}\n'
}

/** One conversation as it stands in the file, and as its content is known again (fingerprint.ts). */
export function storedForm(conversation: WholeConversation, parts: ExportParts): WholeConversation {
  const { id, title, createdAtMs, updatedAtMs, pinned } = conversation
  const said = conversation.messages.filter((message) => message.role === 'user' || message.turn.end !== null)
  const streaming = conversation.messages.find(
    (message) => message.role === 'assistant' && message.turn.end === null,
  )
  const leafId = streaming && streaming.id === conversation.leafId ? streaming.parentId : conversation.leafId
  const messages = said.map((message) => withParts(message, parts))
  return { id, title, createdAtMs, updatedAtMs, pinned, leafId, messages }
}
