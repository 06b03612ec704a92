import { type MouseEvent, type ReactNode, use } from 'react'
import styles from '../markdown.module.css'
import { MarkdownContext } from '../markdown-context.ts'
import { misleads, openableAddress } from './addresses.ts'
import { InLinkContext } from './in-link-context.ts'
import { wordsOf } from './words-of.ts'

/**
 * A link of the model's. https and mailto can be opened, outside the app; whatever else it leads to stands
 * behind its words, to be read and copied. No click, with whatever button or key, navigates the page.
 */
export function Link({ address, children }: { address: string; children: ReactNode }) {
  const { openLink } = use(MarkdownContext)
  const words = wordsOf(children)
  const target = openableAddress(address)
  if (target === undefined) {
    return (
      <>
        {children}
        {address === '' || address === words || address === `http://${words}` ? null : (
          <span className={styles.address}> ({address})</span>
        )}
      </>
    )
  }
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (event.button <= 1) openLink(target)
  }
  return (
    <a
      className={styles.link}
      href={target}
      title={target}
      target="_blank"
      rel="noreferrer noopener"
      draggable={false}
      onClick={onClick}
      onAuxClick={onClick}
    >
      <InLinkContext value={true}>{children}</InLinkContext>
      {misleads(words, target) ? <span className={styles.address}> ({new URL(target).host})</span> : null}
    </a>
  )
}
