import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
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
  if (tokens.length === 0 || text.length > COLOURED_CHUNK_MAX) {
    return <span className={styles.chunk}>{visibleControls(text)}</span>
  }
  const parts: ReactNode[] = []
  let at = 0
  for (const token of tokensWithin(tokens, start, start + text.length)) {
    if (token.start > at) parts.push(visibleControls(text.slice(at, token.start)))
    parts.push(
      <span key={token.start} className={styles[token.kind]}>
        {visibleControls(text.slice(token.start, token.end))}
      </span>,
    )
    at = token.end
  }
  parts.push(visibleControls(text.slice(at)))
  return <span className={styles.chunk}>{parts}</span>
})
