import styles from '../markdown.module.css'
import { visibleControls } from '../visible-controls.tsx'
import { Tex } from './tex.tsx'

/** A block of display maths. While it grows half a formula would only show as an error: the source stands. */
export function FencedMath({ text, closed }: { text: string; closed: boolean }) {
  const lines = text.split('\n').slice(1)
  if (closed) return <Tex tex={lines.slice(0, -1).join('\n').trim()} display />
  return <code className={styles.texSource}>{visibleControls(lines.join('\n').trim())}</code>
}
