import styles from './code.module.css'
import { CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'
import { useTokens } from './use-tokens.ts'

/**
 * Code with its language and a button to copy it. `growing`: more of it may come. What is copied is the code
 * as the model wrote it, also where the text shows invisible characters.
 */
export function CodeBlock({ code, language, growing }: { code: string; language: string; growing: boolean }) {
  const tokens = useTokens(code, language.toLowerCase(), growing)
  const label = language === '' ? 'Code' : `Code, ${language}`
  return (
    <div className={styles.block} data-code="">
      <div className={styles.header}>
        <span className={styles.language}>{language}</span>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <pre className={styles.scroller} tabIndex={0} role="group" aria-label={label}>
        <code className={styles.code}>
          <CodeText code={code} tokens={tokens} />
        </code>
      </pre>
    </div>
  )
}
