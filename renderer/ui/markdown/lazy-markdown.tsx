import styles from './lazy-markdown.module.css'
import { lazyValue, useLazyValue } from './lazy-value.ts'

const lazyMarkdown = lazyValue(() => import('./markdown.tsx').then((module) => module.Markdown))

/** Loads the Markdown chunk ahead of the first reply; call it when the page is idle. */
export function prefetchMarkdown(): void {
  lazyMarkdown.prefetch()
}

/**
 * `Markdown` in a chunk of its own: the parser is not among the script before the first paint. Until the
 * chunk is there, the text stands as it is, so that a reply can be read at once.
 */
export function LazyMarkdown({ text, streaming }: { text: string; streaming: boolean }) {
  const Markdown = useLazyValue(lazyMarkdown, true)
  if (!Markdown) return <div className={styles.plain}>{text}</div>
  return <Markdown text={text} streaming={streaming} />
}
