import { ImageIcon } from 'lucide-react'
import { use } from 'react'
import styles from '../markdown.module.css'
import { MarkdownContext } from '../markdown-context.ts'
import { hostOf, isInlineImage, openableAddress } from './addresses.ts'
import { InLinkContext } from './in-link-context.ts'

/**
 * An image of the model's. One that is in the text itself is shown. A remote one is never loaded: asking for
 * it would tell its host who reads, and what the address was made to carry. Its words and its host stand
 * instead, with a button that opens it in the browser.
 */
export function Image({ address, words }: { address: string; words: string }) {
  const { openLink } = use(MarkdownContext)
  const inLink = use(InLinkContext)
  if (isInlineImage(address)) return <img className={styles.image} src={address} alt={words} />
  const target = openableAddress(address)
  const host = hostOf(address) || address.slice(0, 200)
  return (
    <span className={styles.chip} title={target}>
      <ImageIcon size={14} aria-hidden="true" />
      <span>{words || 'Image'}</span>
      {host === '' ? null : <span className={styles.host}>{host}</span>}
      {target === undefined || inLink ? null : (
        <button type="button" className={styles.chipButton} onClick={() => openLink(target)}>
          Open in browser
        </button>
      )}
    </span>
  )
}
