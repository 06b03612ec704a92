import { IMPORT_LIMIT_BYTES, type ImportReport } from '../../shared/chat/transcript.ts'
import { UserError } from '../../shared/result.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { checkedTree } from './check-tree.ts'
import { fingerprintOf, withNewIds } from './fingerprint.ts'
import { readImport } from './read-import.ts'

/**
 * Imports a file: all of it or, when anything in it is wrong, nothing. A conversation that is here already
 * with the same content, or was imported from the same content before, is left alone; one that only has
 * the same ids comes in as a copy.
 * @throws UserError `invalid-file`, or why the store takes nothing
 */
export function importFile(store: ConversationStore, bytes: Buffer): ImportReport {
  const { format, conversations, notes } = readImport(bytes)
  const added: { readonly whole: WholeConversation; readonly hash: string }[] = []
  const taken = new Set<string>()
  const hashes = new Set<string>()
  for (const conversation of conversations.map(checkedTree)) {
    const hash = fingerprintOf(conversation)
    if (hashes.has(hash) || isHere(store, conversation, hash)) continue
    hashes.add(hash)
    const known =
      taken.has(conversation.id) ||
      store.hasConversation(conversation.id) ||
      conversation.messages.some(({ id }) => taken.has(id) || store.hasMessage(id))
    const whole = known ? withNewIds(conversation) : conversation
    for (const { id } of [whole, ...whole.messages]) taken.add(id)
    added.push({ whole, hash })
  }
  if (added.length > 0) store.addAll(added)
  return {
    format,
    imported: added.map(({ whole }) => ({ conversationId: whole.id, title: whole.title })),
    duplicates: conversations.length - added.length,
    notes,
  }
}

function isHere(store: ConversationStore, { id }: WholeConversation, hash: string): boolean {
  if (store.wasImported(hash)) return true
  return store.summary(id) !== undefined && fingerprintOf(store.whole(id)) === hash
}

/** Joins the pieces of one file at a time; a new upload drops one that was never finished. */
export class ImportUpload {
  #id: string | null = null
  #pieces: Buffer[] = []
  #bytes = 0

  /**
   * Takes the next piece; returns the whole file after the last one.
   * @throws UserError `invalid-input` for a piece out of order, `invalid-file` for a file that is too large
   */
  take(piece: {
    readonly uploadId: string
    readonly index: number
    readonly last: boolean
    readonly base64: string
  }): Buffer | null {
    if (piece.index === 0) this.#begin(piece.uploadId)
    if (piece.uploadId !== this.#id || piece.index !== this.#pieces.length)
      throw new UserError('invalid-input', 'A piece of the file is missing. Choose the file again.')
    const bytes = Buffer.from(piece.base64, 'base64')
    this.#bytes += bytes.length
    if (this.#bytes > IMPORT_LIMIT_BYTES) {
      this.#begin(null)
      throw new UserError('invalid-file', 'Nothing was imported: the file is larger than 256 MB.')
    }
    this.#pieces.push(bytes)
    if (!piece.last) return null
    const whole = Buffer.concat(this.#pieces)
    this.#begin(null)
    return whole
  }

  #begin(id: string | null): void {
    this.#id = id
    this.#pieces = []
    this.#bytes = 0
  }
}
