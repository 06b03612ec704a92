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
  const text = block.kind === 'code' ? block.text : withoutLastBreaks(block.text)
  return <BlockBoundary text={text}>{body(block, text, open)}</BlockBoundary>
})

function body(block: Block, text: string, open: boolean) {
  switch (block.kind) {
    case 'code':
      return <FencedCode text={text} closed={block.closed} open={open} />
    case 'math':
      return <FencedMath text={text} closed={block.closed} />
    case 'markdown':
      return <MarkdownBlock text={text} open={open} />
  }
}

/** Line breaks behind a block come when it is complete and mean nothing: without them it stays the same text. */
function withoutLastBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
