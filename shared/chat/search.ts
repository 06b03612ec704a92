/** A piece of text around a hit; `hit` where it is what was searched for. Plain text: show it as text. */
export interface SnippetPart {
  readonly text: string
  readonly hit: boolean
}

/** A conversation whose title matches. */
export interface TitleHit {
  readonly conversationId: string
  readonly title: readonly SnippetPart[]
  readonly updatedAtMs: number
}

/** A message that matches. `branches.switch` to it shows it, whatever branch it stands in. */
export interface MessageHit {
  readonly conversationId: string
  readonly conversationTitle: string
  readonly messageId: string
  readonly role: 'user' | 'assistant'
  readonly createdAtMs: number
  readonly snippet: readonly SnippetPart[]
}

/** What a search found, newest first. */
export interface SearchResult {
  /** Only on the first page (`offset` 0), at most ten. */
  readonly titles: readonly TitleHit[]
  readonly messages: readonly MessageHit[]
  /** Whether there are more messages than were asked for. */
  readonly more: boolean
  /** See StoreStatus. */
  readonly method: 'full-text' | 'simple'
}
