import styles from '../markdown.module.css'
import { visibleControls } from '../visible-controls.tsx'

/** A block's source, character by character: what stands where Markdown cannot be rendered. */
export function PlainBlock({ text }: { text: string }) {
  return <p className={styles.plain}>{visibleControls(text)}</p>
}
