import type { BranchItem } from '../state/branch.ts'

const encoder = new TextEncoder()
/** Bytes of messages that were read; each is counted once. */
const counted = new WeakMap<object, number>()

/**
 * A first guess at a row's height (px), corrected when the row is measured. It is the same before and after
 * a message was read, so that nothing on the screen moves because something above it was read.
 */
export function guessHeightPx(item: BranchItem | undefined): number {
  return item ? 76 + 22 * Math.floor(textBytesOf(item) / 80) : 0
}

function textBytesOf(item: BranchItem): number {
  if (item.role === 'unread') return item.textBytes
  let bytes = counted.get(item)
  if (bytes === undefined) {
    bytes = encoder.encode(item.role === 'user' ? item.text : item.turn.content).length
    counted.set(item, bytes)
  }
  return bytes
}
