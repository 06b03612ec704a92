import { memo } from 'react'
import type { Block } from './block-splitter.ts'
import { BlockView } from './block-view.tsx'

/** Neighbouring blocks, compared as one. `open`: the last of them is the one that still grows. */
export const BlockGroup = memo(function BlockGroup({
  blocks,
  open,
}: {
  blocks: readonly Block[]
  open: boolean
}) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block keeps its place for as long as the document grows
    <BlockView key={index} block={block} open={open && index === blocks.length - 1} />
  ))
})
