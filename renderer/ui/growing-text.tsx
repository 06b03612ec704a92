import { memo, useRef } from 'react'
import { ChunkList } from './markdown/code/chunk-list.ts'

/**
 * Plain text that grows while it is shown, exactly as it came: in text nodes of bounded length, of which
 * only the last changes, so that a frame costs the new text and not the whole.
 */
export function GrowingText({ text }: { text: string }) {
  const list = useRef<ChunkList>(null)
  list.current ??= new ChunkList()
  // biome-ignore lint/suspicious/noArrayIndexKey: a chunk keeps its place for as long as the text grows.
  return list.current.update(text).map((chunk, index) => <Chunk key={index} text={chunk} />)
}

const Chunk = memo(function Chunk({ text }: { text: string }) {
  return text
})
