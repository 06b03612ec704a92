import type { Siblings } from '../../shared/chat/conversation.ts'
import { type BranchPath, pathReader } from './branch-path.ts'
import { type MessageTree, treeReader } from './branches.ts'
import { Catalog } from './catalog.ts'
import { Deletions } from './deletions.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import { type FullText, openFullText, withoutFullText } from './full-text.ts'
import { Messages } from './messages.ts'
import { fullTextSearch, type Search, simpleSearch } from './search.ts'
import type { Database } from './sqlite.ts'
import { type TurnList, turnList } from './turn-list.ts'

/** Everything in the file, its statements prepared once. */
export interface Tables {
  readonly catalog: Catalog
  readonly messages: Messages
  readonly deletions: Deletions
  readonly drafts: Drafts
  readonly search: Search
  readonly turns: TurnList
  treeOf(conversation: number): MessageTree
  /** The way from the root to a message; see branch-path.ts. */
  pathTo(leaf: number | null): BranchPath
  /** The versions of one message, by its parent; empty when it is the only one. */
  siblingsOf(conversation: number, parent: number | null, id: string): Siblings
  /** See FullText. */
  tidy(): void
}

/** Prepares everything for an open file of the newest schema. */
export function openTables(
  database: Database,
  { fullText, canWrite }: { readonly fullText: boolean; readonly canWrite: boolean },
): Tables {
  const index = canWrite ? (fullText ? openFullText(database) : withoutFullText(database)) : NO_WRITES
  const catalog = new Catalog(database, index)
  const messages = new Messages(database, index)
  const versions = database.prepare(`
    SELECT id FROM messages WHERE conversation = ? AND parent IS ? AND deletion IS NULL ORDER BY position`)
  return {
    catalog,
    messages,
    deletions: new Deletions(database, catalog, messages),
    drafts: openDrafts(database),
    search: fullText ? fullTextSearch(database) : simpleSearch(database),
    turns: turnList(database),
    treeOf: treeReader(database),
    pathTo: pathReader(database),
    tidy: () => index.tidy(),
    siblingsOf(conversation, parent, id) {
      const ids = versions.all(conversation, parent).map((row) => String(row.id))
      return ids.length > 1 ? { [id]: ids } : {}
    },
  }
}

/** A file that cannot be written needs no index to be written. */
const NO_WRITES: FullText = {
  addMessage: () => {},
  removeMessage: () => {},
  addTitle: () => {},
  removeTitle: () => {},
  tidy: () => {},
}
