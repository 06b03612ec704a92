import type { Block } from './block-splitter.ts'

/** How many blocks React compares as one. */
const GROUP_SIZE = 16

/**
 * Deals blocks out to groups of a fixed size that stay the same arrays while their blocks do. With a group
 * memoised, an update compares a sixteenth of the blocks, and no block ever changes its place in the tree.
 */
export class GroupList {
  #groups: (readonly Block[])[] = []

  /** The groups of these blocks, in order. */
  update(blocks: readonly Block[]): readonly (readonly Block[])[] {
    const count = Math.ceil(blocks.length / GROUP_SIZE)
    const groups: (readonly Block[])[] = []
    for (let index = 0; index < count; index++) {
      const known = this.#groups[index]
      const from = index * GROUP_SIZE
      const size = Math.min(GROUP_SIZE, blocks.length - from)
      const same = known?.length === size && known.every((block, at) => block === blocks[from + at])
      groups.push(same ? known : blocks.slice(from, from + size))
    }
    this.#groups = groups
    return groups
  }
}
