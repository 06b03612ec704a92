import { isValidElement, type ReactNode } from 'react'

/** The text of rendered children, without what stands between: what a reader takes a link's words to be. */
export function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : ''
}
