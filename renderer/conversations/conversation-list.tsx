import { type KeyboardEvent, useRef } from 'react'
import { useApp, useConversations, useStores, useThread } from '../state/context.ts'
import { useNow } from '../ui/use-now.ts'
import styles from './conversation-list.module.css'
import { groupByDay, shortTime } from './day-groups.ts'

/** The conversations, newest first. Arrow keys move, Enter opens; Tab passes the list in one step. */
export function ConversationList() {
  const { app, thread } = useStores()
  const list = useConversations((state) => state.list)
  const openId = useThread((state) => state.openId)
  const narrow = useApp((state) => state.layout === 'narrow')
  const nowMs = useNow(60_000, true)
  const nav = useRef<HTMLElement>(null)

  const items = list ?? []
  const tabStop = items.some(({ id }) => id === openId) ? openId : items[0]?.id
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(nav.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
  }
  const open = (id: string) => {
    void thread.open(id)
    if (narrow) app.closeOverlays()
  }

  return (
    <nav ref={nav} className={styles.nav} aria-label="Conversations" onKeyDown={onKeyDown}>
      {list !== null && list.length === 0 && <p className={styles.empty}>Your chats will be listed here.</p>}
      {groupByDay(items, nowMs).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className={styles.day}>{group.title}</h2>
          <ul className={styles.list}>
            {group.items.map(({ id, title, updatedAtMs, streaming }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.item}
                  aria-current={id === openId ? 'true' : undefined}
                  tabIndex={id === tabStop ? 0 : -1}
                  onClick={() => open(id)}
                >
                  <span className={styles.title}>{title}</span>
                  {streaming ? (
                    <i className={styles.live} role="img" aria-label="replying" />
                  ) : (
                    <time className={styles.time}>{shortTime(updatedAtMs, nowMs)}</time>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
