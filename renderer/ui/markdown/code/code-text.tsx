import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { visibleControls } from '../visible-controls.tsx'
import { ChunkList } from './chunk-list.ts'
import styles from './code.module.css'
import { type Token, tokensWithin } from './tokens.ts'

/** Longer chunks are one line, which nobody reads; it would be ten thousand elements. Characters. */
const COLOURED_CHUNK_MAX = 10_000
/** Chunks that get their colours in one frame; a chunk holds some four hundred tokens. */
const COLOURED_PER_FRAME = 4
const NONE: readonly Token[] = []

/**
 * Code in chunks of some lines: when it grows only the last of them changes. Colours come a few
 * chunks a frame, since a long file has tens of thousands of tokens.
 */
export function CodeText({ code, tokens }: { code: string; tokens: readonly Token[] }) {
  const list = useRef<ChunkList>(null)
  list.current ??= new ChunkList()
  const chunks = list.current.update(code)
  const coloured = useColouredCount(chunks.length, tokens)
  let start = 0
  return chunks.map((text, index) => {
    const from = start
    start += text.length
    // biome-ignore lint/suspicious/noArrayIndexKey: a chunk keeps its place for as long as the code grows
    return <Chunk key={index} text={text} start={from} tokens={index < coloured ? tokens : NONE} />
  })
}

function useColouredCount(chunkCount: number, tokens: readonly Token[]): number {
  const [state, setState] = useState({ tokens, count: COLOURED_PER_FRAME })
  const count = state.tokens === tokens ? state.count : COLOURED_PER_FRAME
  useEffect(() => {
    if (tokens.length === 0 || count >= chunkCount) return
    const frame = requestAnimationFrame(() => setState({ tokens, count: count + COLOURED_PER_FRAME }))
    return () => cancelAnimationFrame(frame)
  }, [tokens, count, chunkCount])
  return count
}

const Chunk = memo(function Chunk({
  text,
  start,
  tokens,
}: {
  text: string
  start: number
  tokens: readonly Token[]
}) {
  const place = useRef<HTMLSpanElement>(null)
  const shown = visibleControls(text)
  // Text with marks for invisible characters is not what the tokens count, and is seldom: no colours there.
  const coloured = tokens.length > 0 && text.length <= COLOURED_CHUNK_MAX && shown === text
  useLayoutEffect(() => {
    if (coloured)
      place.current?.replaceChildren(...colouredNodes(text, tokensWithin(tokens, start, start + text.length)))
  }, [coloured, text, start, tokens])
  return (
    <span ref={place} className={styles.chunk}>
      {coloured ? null : shown}
    </span>
  )
})

/** Made without React, which would keep as many objects again for what never changes. */
function colouredNodes(text: string, tokens: readonly Token[]): Node[] {
  const nodes: Node[] = []
  let at = 0
  for (const { start, end, kind } of tokens) {
    if (start > at) nodes.push(document.createTextNode(text.slice(at, start)))
    const span = document.createElement('span')
    span.className = styles[kind] ?? ''
    span.textContent = text.slice(start, end)
    nodes.push(span)
    at = end
  }
  nodes.push(document.createTextNode(text.slice(at)))
  return nodes
}
