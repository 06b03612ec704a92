import type { BranchPart, Message, OpenConversation, Siblings } from '../../shared/chat/conversation.ts'

/** A message of the branch that this window does not have. */
export interface UnreadMessage {
  readonly role: 'unread'
  /** The message's own where it was read before; else it says only where the message stands. */
  readonly id: string
  /** Length of its text. */
  readonly textBytes: number
}

export type BranchItem = Message | UnreadMessage

/** The visible branch, root first, as far as it has been read; its end always has. Never changed in place. */
export interface Branch {
  readonly items: readonly BranchItem[]
  readonly siblings: Siblings
}

/** A conversation's branch as main has opened it. */
export function openedBranch({
  textBytes,
  messages,
  siblings,
  part,
}: Pick<OpenConversation, 'textBytes' | 'messages' | 'siblings' | 'part'>): Branch {
  const above = textBytes.length - messages.length
  const unread = textBytes.slice(0, Math.max(0, above)).map(unreadAt)
  const end = { items: [...unread, ...messages], siblings }
  return part ? withPart(end, part) : end
}

/** The branch with a part of it that has been read. */
export function withPart({ items, siblings }: Branch, part: BranchPart): Branch {
  const read = items.slice()
  for (const [at, message] of part.messages.entries()) read[part.from + at] = message
  return { items: read, siblings: renewed(siblings, part.messages, part.siblings) }
}

/**
 * What has just been read, with what was read before and is the same: above a message that both have, or
 * above one whose parent the branch before had, everything is.
 */
export function keepRead(fresh: Branch, before: Branch): Branch {
  const same = fresh.items.findLastIndex((item, at) => {
    if (item.role === 'unread') return false
    return item.id === before.items[at]?.id || (at > 0 && item.parentId === before.items[at - 1]?.id)
  })
  if (same <= 0) return fresh
  const items = fresh.items.map((item, at) => {
    const known = at < same && item.role === 'unread' ? before.items[at] : undefined
    return known ?? item
  })
  return { items, siblings: renewed(before.siblings, fresh.items, fresh.siblings) }
}

/**
 * The branch with new messages at its end, the first of which has the given parent; what stood below the
 * parent is on another branch now. Null when the parent is not among the messages that were read.
 */
export function withNew(branch: Branch, messages: readonly Message[], siblings: Siblings): Branch | null {
  const parentId = messages[0]?.parentId ?? null
  const parent = parentId === null ? -1 : branch.items.findLastIndex(({ id }) => id === parentId)
  if (parentId !== null && parent < 0) return null
  return {
    items: [...branch.items.slice(0, parent + 1), ...messages],
    siblings: { ...branch.siblings, ...siblings },
  }
}

/** The versions beside messages, with what is known anew of some: one that is not named has none any more. */
function renewed(before: Siblings, read: readonly BranchItem[], fresh: Siblings): Siblings {
  const ids = new Set(read.map(({ id }) => id))
  const others = Object.entries(before).filter(([id]) => !ids.has(id))
  return Object.fromEntries([...others, ...Object.entries(fresh)])
}

const encoder = new TextEncoder()
/** Bytes of the texts of messages that were read; each is counted once. */
const counted = new WeakMap<BranchItem, number>()

/** Length of a message's text in bytes, as main gives it for one that was not read. */
export function textBytesOf(item: BranchItem): number {
  if (item.role === 'unread') return item.textBytes
  let bytes = counted.get(item)
  if (bytes === undefined) {
    bytes = encoder.encode(item.role === 'user' ? item.text : item.turn.content).length
    counted.set(item, bytes)
  }
  return bytes
}

function unreadAt(textBytes: number, at: number): UnreadMessage {
  return { role: 'unread', id: `unread:${at}`, textBytes }
}
