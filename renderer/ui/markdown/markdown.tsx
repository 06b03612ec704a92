import { memo, useMemo, useRef } from 'react'
import { BlockGroup } from './blocks/block-group.tsx'
import { type Block, BlockSplitter } from './blocks/block-splitter.ts'
import { needsWholeParse } from './blocks/cross-references.ts'
import { GroupList } from './blocks/group-list.ts'
import styles from './markdown.module.css'
import { usePacedText } from './use-paced-text.ts'

/**
 * Text of a model as Markdown. `streaming` while more of it may come.
 *
 * Made for text that grows by a little sixty times a second: what has been shown is neither parsed nor
 * compared again, so that a frame costs what came with it. The text is hostile: no HTML is rendered,
 * nothing is loaded, no click navigates; links are handed to `MarkdownContext`. Whatever cannot be parsed
 * at a bearable cost stands as plain text.
 */
export const Markdown = memo(function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const groups = useGroups(usePacedText(text, streaming), streaming)
  return (
    <div className={styles.markdown} data-streaming={streaming || undefined}>
      {groups.map((blocks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group keeps its place for as long as the text grows
        <BlockGroup key={index} blocks={blocks} open={streaming && index === groups.length - 1} />
      ))}
    </div>
  )
})

function useGroups(text: string, streaming: boolean): readonly (readonly Block[])[] {
  const memory = useRef<{ splitter: BlockSplitter; groups: GroupList }>(null)
  memory.current ??= { splitter: new BlockSplitter(), groups: new GroupList() }
  const { splitter, groups } = memory.current
  return useMemo(() => {
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    const blocks = splitter.update(lines)
    if (streaming || !needsWholeParse(blocks)) return groups.update(blocks)
    return groups.update([{ start: 0, kind: 'markdown', text: lines, closed: true }])
  }, [text, streaming, splitter, groups])
}
