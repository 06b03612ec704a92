import type { Database } from './sqlite.ts'

/** A message's place in the tree, without its content. */
export interface TreeNode {
  readonly seq: number
  readonly id: string
  readonly parent: number | null
}

/** The tree of one conversation, as far as it is shown. Reads it once; a change needs a new one. */
export class MessageTree {
  readonly #nodes: ReadonlyMap<number, TreeNode>
  /** By parent; null is above the first messages. Each list in the order of the siblings. */
  readonly #children = new Map<number | null, TreeNode[]>()

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.seq, node]))
    for (const node of nodes) {
      const siblings = this.#children.get(node.parent)
      if (siblings) siblings.push(node)
      else this.#children.set(node.parent, [node])
    }
  }

  /** The numbers from the root to the given leaf. A broken parent or a circle ends the walk. */
  pathTo(leaf: number | null): number[] {
    const path: number[] = []
    const seen = new Set<number>()
    let at = leaf
    while (at !== null && !seen.has(at)) {
      const node = this.#nodes.get(at)
      if (!node) break
      seen.add(at)
      path.push(at)
      at = node.parent
    }
    return path.reverse()
  }

  /** The end of the newest branch through a message: always the youngest child. */
  leafBelow(seq: number | null): number | null {
    let at = seq
    for (let steps = 0; steps <= this.#nodes.size; steps += 1) {
      const youngest = this.#children.get(at)?.at(-1)
      if (!youngest) return at
      at = youngest.seq
    }
    return at
  }

  /** What is shown once a message and all below it are gone: its neighbour's branch, else its parent. */
  leafWithout(seq: number): number | null {
    const node = this.#nodes.get(seq)
    if (!node) return null
    const siblings = this.#children.get(node.parent) ?? []
    const at = siblings.indexOf(node)
    const neighbour = siblings[at - 1] ?? siblings[at + 1]
    return neighbour ? this.leafBelow(neighbour.seq) : node.parent
  }

  /** A message and everything below it. */
  subtree(seq: number): number[] {
    const found = [seq]
    for (const at of found) for (const child of this.#children.get(at) ?? []) found.push(child.seq)
    return found
  }
}

/** Reads trees; made once for a database. */
export function treeReader(database: Database): (conversation: number) => MessageTree {
  const nodes = database.prepare(`
    SELECT seq, id, parent FROM messages WHERE conversation = ? AND deletion IS NULL
    ORDER BY parent, position`)
  return (conversation) => new MessageTree(nodes.all(conversation) as unknown as TreeNode[])
}
