import type { ReactNode } from 'react'
import type { Options } from 'react-markdown'
import styles from '../markdown.module.css'
import { CodeElement, PreElement } from './code-elements.tsx'
import { Image } from './image.tsx'
import { Link } from './link.tsx'

/**
 * What the parser's elements become. Everything that has an address, that scrolls, or that could be mistaken
 * for a part of the app is ours; the rest keeps its tag and loses its attributes.
 */
export const elements: Options['components'] = {
  a: ({ node, href, children, ...rest }) => {
    // A footnote's mark and the way back: there is nowhere to go within a page of many replies.
    if ('data-footnote-ref' in rest) return <>{children}</>
    if ('data-footnote-backref' in rest) return null
    return <Link address={href ?? ''}>{children}</Link>
  },
  img: ({ src, alt }) => <Image address={typeof src === 'string' ? src : ''} words={alt ?? ''} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.tableBox} tabIndex={0} role="group" aria-label="Table">
      <table className={styles.table}>{children}</table>
    </div>
  ),
  pre: PreElement,
  code: CodeElement,
  // Below the page's own headings and the one each reply has.
  h1: heading('h3', styles.h1),
  h2: heading('h4', styles.h2),
  h3: heading('h5', styles.h3),
  h4: heading('h6', styles.h4),
  h5: heading('h6', styles.h4),
  h6: heading('h6', styles.h4),
  section: ({ children }) => <section className={styles.footnotes}>{children}</section>,
}

function heading(Tag: 'h3' | 'h4' | 'h5' | 'h6', className: string | undefined) {
  // The one heading with an id is the parser's own above the footnotes, which a line stands for here.
  return function Heading({ children, id }: { children?: ReactNode; id?: string | undefined }) {
    return id === undefined ? <Tag className={className}>{children}</Tag> : null
  }
}
