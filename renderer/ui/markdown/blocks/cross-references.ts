import type { Block } from './block-splitter.ts'

/** Above this a document is not parsed as a whole: the parse would be felt. Characters. */
const WHOLE_MAX = 100_000

/** A link reference definition or a footnote: `[name]: https://…`, `[^1]: …`, in a list or quote too. */
const DEFINITION = /^[ \t>*+-]{0,12}\[[^\]\n]{1,200}\]:/m

/**
 * Whether the blocks of a document that has ended must be parsed as one, because one defines what another
 * refers to. While it streams they are not: the definitions mostly come last, and references stand as text.
 */
export function needsWholeParse(blocks: readonly Block[]): boolean {
  const last = blocks.at(-1)
  if (!last || blocks.length === 1 || last.start + last.text.length > WHOLE_MAX) return false
  return blocks.some((block) => block.kind === 'markdown' && DEFINITION.test(block.text))
}
