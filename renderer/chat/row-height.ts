import { type BranchItem, textBytesOf } from '../state/branch.ts'

/**
 * A first guess at a row's height (px), corrected when the row is measured. It is the same before and after
 * a message was read, so that nothing on the screen moves because something above it was read.
 */
export function guessHeightPx(item: BranchItem | undefined): number {
  return item ? 76 + 22 * Math.floor(textBytesOf(item) / 80) : 0
}
