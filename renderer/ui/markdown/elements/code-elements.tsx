import { isValidElement, type ReactNode, use } from 'react'
import { BlockOpenContext } from '../code/block-open-context.ts'
import { CodeBlock } from '../code/code-block.tsx'
import styles from '../markdown.module.css'
import { Tex } from '../math/tex.tsx'
import { visibleControls } from '../visible-controls.tsx'
import { wordsOf } from './words-of.ts'

interface CodeProps {
  className?: string | undefined
  children?: ReactNode
}

/** Code in running text, or a formula, which the parser marks as code of a certain class. */
export function CodeElement({ className, children }: CodeProps) {
  const text = wordsOf(children)
  if (className === 'tex-inline' || className === 'tex-display') {
    return <Tex tex={text} display={className === 'tex-display'} />
  }
  if (className === 'tex-open') return <code className={styles.texSource}>{visibleControls(text)}</code>
  return <code className={styles.inlineCode}>{visibleControls(text)}</code>
}

/** A code block inside a list or quote, or an indented one; fenced ones at the top never get to the parser. */
export function PreElement({ children }: { children?: ReactNode }) {
  const growing = use(BlockOpenContext)
  const code = isValidElement<CodeProps>(children) ? children.props : {}
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1] ?? ''
  return <CodeBlock code={wordsOf(code.children)} language={language} growing={growing} />
}
