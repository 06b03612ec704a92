import { type KeyboardEvent, useRef } from 'react'
import type { MessageHit, SearchResult, SnippetPart } from '../../shared/chat/search.ts'
import { useApp, useSearch, useStores, useThread } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { shortTime } from './day-groups.ts'
import styles from './search.module.css'

/** What was found: chats by their title, then messages, newest first, each opened at its place. */
export function SearchResults() {
  const { app, search, thread } = useStores()
  const result = useSearch((state) => state.result)
  const pending = useSearch((state) => state.pending)
  const failure = useSearch((state) => state.failure)
  const narrow = useApp((state) => state.layout === 'narrow')
  const shownId = useThread((state) => (state.target?.kind === 'hit' ? state.target.messageId : null))
  const scroller = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      search.setQuery('')
      document.querySelector<HTMLElement>('input[data-search]')?.focus()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(scroller.current?.querySelectorAll('button') ?? [])]
    const to = buttons.indexOf(document.activeElement as HTMLButtonElement) + step
    if (to < 0 && step === -1) document.querySelector<HTMLElement>('input[data-search]')?.focus()
    else buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus()
  }
  const openHit = async ({ conversationId, messageId, snippet }: MessageHit) => {
    if (narrow) app.closeOverlays()
    const words = new Set(snippet.filter(({ hit }) => hit).map(({ text }) => text))
    app.report(await thread.openAt(conversationId, messageId, [...words]))
  }
  const nowMs = Date.now()

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the buttons inside.
    <div ref={scroller} className={styles.results} onKeyDown={onKeyDown}>
      <p className="visually-hidden" aria-live="polite">
        {pending || !result ? '' : spoken(result)}
      </p>
      {failure !== null && (
        <p role="alert" className={styles.note}>
          The search failed. {failure.message}
        </p>
      )}
      {result?.method === 'simple' && (
        <p className={styles.note}>
          This system has no full-text index: only the newest messages are searched, and more slowly.
        </p>
      )}
      {result && isEmpty(result) && !pending && failure === null && (
        <p className={styles.note}>Nothing found. Every word must stand in the same message.</p>
      )}
      {result && result.titles.length > 0 && (
        <section aria-label="Chats">
          <h2 className={styles.heading}>Chats</h2>
          <ul className={styles.list}>
            {result.titles.map((hit) => (
              <li key={hit.conversationId}>
                <button
                  type="button"
                  data-hit
                  className={styles.hit}
                  onClick={() => {
                    if (narrow) app.closeOverlays()
                    void thread.open(hit.conversationId)
                  }}
                >
                  <span className={styles.top}>
                    <span className={styles.title}>
                      <Snippet parts={hit.title} />
                    </span>
                    <time className={styles.time}>{shortTime(hit.updatedAtMs, nowMs)}</time>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result && result.messages.length > 0 && (
        <section aria-label="Messages">
          <h2 className={styles.heading}>Messages</h2>
          <ul className={styles.list}>
            {result.messages.map((hit) => (
              <li key={hit.messageId}>
                <button
                  type="button"
                  data-hit
                  className={styles.hit}
                  aria-current={hit.messageId === shownId ? 'true' : undefined}
                  onClick={() => void openHit(hit)}
                >
                  <span className={styles.top}>
                    <span className={styles.title}>{hit.conversationTitle}</span>
                    <time className={styles.time}>{shortTime(hit.createdAtMs, nowMs)}</time>
                  </span>
                  <span className={styles.snippet}>
                    {hit.role === 'user' && <span className={styles.who}>You: </span>}
                    <Snippet parts={hit.snippet} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {result.more && (
            <Button className={styles.more} disabled={pending} onClick={() => void search.more()}>
              Show more
            </Button>
          )}
        </section>
      )}
    </div>
  )
}

function Snippet({ parts }: { parts: readonly SnippetPart[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a snippet is shown as a whole or not at all.
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}

function isEmpty({ titles, messages }: SearchResult): boolean {
  return titles.length === 0 && messages.length === 0
}

function spoken(result: SearchResult): string {
  if (isEmpty(result)) return 'Nothing found.'
  const count = result.titles.length + result.messages.length
  return `${count}${result.more ? ' or more' : ''} found.`
}
