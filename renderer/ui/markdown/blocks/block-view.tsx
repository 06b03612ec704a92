import { memo } from 'react'
import { FencedCode } from '../code/fenced-code.tsx'
import { FencedMath } from '../math/fenced-math.tsx'
import { BlockBoundary } from './block-boundary.tsx'
import type { Block } from './block-splitter.ts'
import { MarkdownBlock } from './markdown-block.tsx'

/**
 * One block of a document. Fenced code and maths need no parser: they are taken as they are, so that a
 * growing fence costs what came with a frame, and stays the same elements when it closes.
 */
export const BlockView = memo(function BlockView({ block, open }: { block: Block; open: boolean }) {
  // Blank lines behind a block come after it is complete and mean nothing.
  const text = block.text.replace(/\n+$/, '')
  return <BlockBoundary text={text}>{body(block, text, open)}</BlockBoundary>
})

function body(block: Block, text: string, open: boolean) {
  switch (block.kind) {
    case 'code':
      return <FencedCode text={block.text} closed={block.closed} open={open} />
    case 'math':
      return <FencedMath text={text} closed={block.closed} />
    case 'markdown':
      return <MarkdownBlock text={text} open={open} />
  }
}
