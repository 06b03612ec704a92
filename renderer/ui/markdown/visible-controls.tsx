import type { ReactNode } from 'react'
import styles from './markdown.module.css'

/**
 * Characters that reorder what stands around them without being seen, so that code reads otherwise than it
 * runs. Unicode 16, Bidi_Control. Source of the danger: CVE-2021-42574.
 */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const CONTROL = new RegExp(`(${CONTROLS.source})`)

/** The text with each bidirectional control replaced by its code point, as a mark that cannot be missed. */
export function visibleControls(text: string): ReactNode {
  if (!CONTROLS.test(text)) return text
  return text.split(CONTROL).map((piece, index) => {
    if (index % 2 === 0) return piece
    const name = `U+${(piece.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are known by their place
      <span key={index} className={styles.control} title="Changes the direction of the text behind it">
        {name}
      </span>
    )
  })
}
