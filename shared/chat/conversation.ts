import type { Turn } from '../stream/turn.ts'
import type { ProfileLevel, Sampling, Thinking } from './settings.ts'

/** What the user wrote. */
export interface UserMessage {
  readonly role: 'user'
  readonly id: string
  /** The reply it answers; null at the root of the conversation. */
  readonly parentId: string | null
  readonly createdAtMs: number
  readonly text: string
}

/** What a reply was asked with, kept so that its figures can be compared later. */
export interface ReplyRequest {
  readonly serverName: string
  readonly baseUrl: string
  /** The model that was asked for; empty when the server was left to choose. */
  readonly model: string
  readonly sampling: Sampling
  readonly thinking: Thinking
  /** The level asked for; `busy` when another reply had AFM's only sampler (PROTOCOL.md §1, Request). */
  readonly profile: ProfileLevel | 'busy'
  /** Whether the replies of this server are canned (the built-in demo). */
  readonly demo: boolean
  /** The system prompt that was sent; left out when there was none. */
  readonly systemPrompt?: string
}

/** What a model answered. Its id is also the id of its turn. */
export interface ReplyMessage {
  readonly role: 'assistant'
  readonly id: string
  readonly parentId: string
  readonly createdAtMs: number
  readonly request: ReplyRequest
  readonly turn: Turn
}

export type Message = UserMessage | ReplyMessage

/**
 * A conversation: a tree of messages, and the leaf of the branch that is shown. Editing a message and
 * retrying a reply add siblings; nothing is overwritten. Messages stand in the order they were made, so
 * that a parent comes before its children and siblings are in their order.
 */
export interface Conversation {
  readonly id: string
  readonly title: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly messages: readonly Message[]
  readonly leafId: string | null
}

/**
 * The messages with more than one version, each with the ids of all versions in order, itself among them;
 * a message that is not named has no sibling. Position and count of a version follow from the list.
 */
export type Siblings = Readonly<Record<string, readonly string[]>>

/**
 * A conversation as a window opens it: the end of the visible branch in `messages`, root first, with what
 * there is beside it. A short branch is there whole; of a long one the window reads the rest when it is
 * looked at, so that opening costs the same at any length.
 */
export interface OpenConversation extends Conversation {
  /** Length of the text of every message of the branch, in bytes, root first: what its layout is guessed from. */
  readonly textBytes: readonly number[]
  /** Where the message asked for stands, when that is not in `messages`. */
  readonly part: BranchPart | null
  readonly siblings: Siblings
  readonly pinned: boolean
  /** What was typed in it and not sent. */
  readonly draft: string
}

/** Some neighbouring messages of a branch. */
export interface BranchPart {
  /** How many messages of the branch stand above the first. */
  readonly from: number
  readonly messages: readonly Message[]
  /** The versions beside these messages. */
  readonly siblings: Siblings
}

/** What the list of conversations shows of one. */
export interface ConversationSummary {
  readonly id: string
  readonly title: string
  readonly createdAtMs: number
  /** When its last message was made. */
  readonly updatedAtMs: number
  readonly pinned: boolean
  /** Whether a reply is streaming in it. */
  readonly streaming: boolean
}

/** The order of the list: pinned ones first, then by their last change, newest first. */
export function compareSummaries(a: ConversationSummary, b: ConversationSummary): number {
  return Number(b.pinned) - Number(a.pinned) || b.updatedAtMs - a.updatedAtMs
}

const TITLE_CHARS = 60

/** A title from the first message: its first line with text, cut at a word where that is possible. */
export function titleFrom(text: string): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '')
      ?.trim() ?? ''
  if (line === '') return 'New chat'
  if (line.length <= TITLE_CHARS) return line
  const cut = line.lastIndexOf(' ', TITLE_CHARS)
  return `${line.slice(0, cut > TITLE_CHARS / 2 ? cut : TITLE_CHARS)}…`
}

/** The messages from the root to the given leaf, in reading order. A broken parent ends the walk. */
export function branchOf(messages: readonly Message[], leafId: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: Message[] = []
  let at = leafId
  while (at !== null) {
    const message = byId.get(at)
    // A parent that comes twice would never end: hostile files are imported one day.
    if (!message || !byId.delete(at)) break
    branch.push(message)
    at = message.parentId
  }
  return branch.reverse()
}
