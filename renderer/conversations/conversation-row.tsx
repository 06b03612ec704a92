import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo, useId } from 'react'
import type { ConversationSummary } from '../../shared/chat/conversation.ts'
import type { MenuPlace } from '../ui/menu.tsx'
import styles from './conversation-list.module.css'
import { TitleField } from './title-field.tsx'

/** What the rows of the list can ask for. The same object for all, so that a row renders only when it changes. */
export interface RowActions {
  open(item: ConversationSummary, position: number): void
  startRename(id: string, position: number): void
  endRename(id: string, title: string | null, byKey: boolean): void
  openMenu(item: ConversationSummary, position: number, place: MenuPlace): void
}

/** A conversation in the list. A press opens it, a double press renames it. */
export const ConversationRow = memo(function ConversationRow({
  item,
  position,
  time,
  current,
  tabStop,
  renaming,
  actions,
}: {
  item: ConversationSummary
  position: number
  /** When it last changed, in words. */
  time: string
  current: boolean
  /** Whether Tab comes here. */
  tabStop: boolean
  renaming: boolean
  actions: RowActions
}) {
  const { id, title, streaming } = item
  const titleId = useId()
  if (renaming) {
    return <TitleField title={title} onEnd={(next, byKey) => actions.endRename(id, next, byKey)} />
  }
  return (
    <>
      <button
        type="button"
        className={styles.item}
        data-position={position}
        aria-current={current ? 'true' : undefined}
        tabIndex={tabStop ? 0 : -1}
        onClick={() => actions.open(item, position)}
        onDoubleClick={() => actions.startRename(id, position)}
        onContextMenu={(event) => {
          event.preventDefault()
          actions.openMenu(item, position, { x: event.clientX, y: event.clientY })
        }}
      >
        <span id={titleId} className={styles.title}>
          {title}
        </span>
        {streaming ? (
          <i className={styles.live} role="img" aria-label="replying" />
        ) : (
          <time className={styles.time}>{time}</time>
        )}
      </button>
      <button
        type="button"
        className={styles.more}
        aria-label="Actions"
        aria-describedby={titleId}
        aria-haspopup="menu"
        tabIndex={tabStop ? 0 : -1}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          actions.openMenu(item, position, { x: right, y: bottom + 2, right: true })
        }}
      >
        <Ellipsis size={14} />
      </button>
    </>
  )
})
