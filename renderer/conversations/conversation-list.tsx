import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { ConversationSummary } from '../../shared/chat/conversation.ts'
import { useApp, useConversations, useStores, useThread } from '../state/context.ts'
import { Menu, type MenuPlace } from '../ui/menu.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './conversation-list.module.css'
import { ConversationRow, type RowActions } from './conversation-row.tsx'
import { shortTime } from './day-groups.ts'
import { listStep } from './list-keys.ts'
import { listRows } from './list-rows.ts'

/** Heights of the lines, px; set here and not measured, so that ten thousand cost no more than ten. */
const ROW_PX = { day: 33, conversation: 32 } as const
/** Letters typed further apart (ms) begin a new word. */
const TYPING_MS = 700

/**
 * The conversations, pinned ones first, then by day. Tab passes the list in one step; in it the arrow keys
 * move, letters find, Enter opens, F2 renames, Delete deletes. Only the rows near the screen exist.
 */
export function ConversationList() {
  const { app, thread, conversations, deletions } = useStores()
  const list = useConversations((state) => state.list)
  const failure = useConversations((state) => state.failure)
  const openId = useThread((state) => state.openId)
  const narrow = useApp((state) => state.layout === 'narrow')
  const nowMs = useNow(60_000, true)
  const rows = useMemo(() => listRows(list ?? [], nowMs), [list, nowMs])
  /** The row index of each conversation, by its position. */
  const indexes = useMemo(
    () => rows.flatMap((row, index) => (row.kind === 'conversation' ? [index] : [])),
    [rows],
  )
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ item: ConversationSummary; place: MenuPlace } | null>(null)
  /** Whether the row that is the tab stop takes the focus at the next render. */
  const wantsFocus = useRef(false)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const typed = useRef({ text: '', atMs: 0 })
  const scroller = useRef<HTMLDivElement>(null)

  const positionOf = (id: string | null) =>
    id === null ? -1 : (list ?? []).findIndex((item) => item.id === id)
  const focused = positionOf(focusedId)
  const stop = focused >= 0 ? focused : Math.max(0, positionOf(openId))
  const stopIndex = indexes[stop] ?? -1

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => keyOf(rows[index]), [rows]),
    estimateSize: useCallback((index: number) => ROW_PX[rows[index]?.kind ?? 'conversation'], [rows]),
    overscan: 8,
    paddingEnd: 8,
    // The tab stop is always there, wherever the list is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return stopIndex < 0 || shown.includes(stopIndex)
          ? shown
          : [...shown, stopIndex].sort((a, b) => a - b)
      },
      [stopIndex],
    ),
  })

  // Before anything else can happen: a key must never find the row before gone and this one without focus.
  useLayoutEffect(() => {
    if (!wantsFocus.current || renamingId !== null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-position="${stop}"]`)
    wantsFocus.current = row === undefined || row === null
    // A row far away may come a render later: until then the list itself hears the keys that follow.
    const target = row ?? scroller.current
    target?.focus({ preventScroll: true })
  })

  const focusAt = (position: number) => {
    const item = list?.[position]
    wantsFocus.current = true
    setFocusedId(item?.id ?? null)
    // Also where it is the same one as before: the focus may have gone elsewhere.
    renderAgain()
    const index = indexes[position]
    // The heading above the first one is part of the way there.
    if (index !== undefined) virtualizer.scrollToIndex(position === 0 ? 0 : index, { align: 'auto' })
  }
  const remove = async (item: ConversationSummary) => {
    const position = positionOf(item.id)
    const neighbour = list?.[position + 1] ?? list?.[position - 1]
    const failed = await deletions.deleteConversation(item.id, item.title)
    if (failed) return app.report(failed)
    wantsFocus.current = true
    setFocusedId(neighbour?.id ?? null)
  }

  const latest = useRef({ narrow, remove })
  latest.current = { narrow, remove }
  const actions = useMemo<RowActions>(
    () => ({
      open({ id }) {
        setFocusedId(id)
        void thread.open(id)
        if (latest.current.narrow) app.closeOverlays()
      },
      startRename(id) {
        setFocusedId(id)
        setRenamingId(id)
      },
      async endRename(id, title, byKey) {
        if (byKey) wantsFocus.current = true
        setRenamingId(null)
        if (title !== null) app.report(await conversations.rename(id, title))
      },
      openMenu(item, _position, place) {
        setFocusedId(item.id)
        setMenu({ item, place })
      },
    }),
    [app, thread, conversations],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const item = list?.[stop]
    if (!item || event.metaKey || event.ctrlKey || event.altKey) return
    const { target, currentTarget } = event
    if (target !== currentTarget && !(target as HTMLElement).hasAttribute('data-position')) return
    const now = event.timeStamp
    const before = now - typed.current.atMs > TYPING_MS ? '' : typed.current.text
    const titleAt = (position: number) => list?.[position]?.title ?? ''
    const step = listStep(event, { at: stop, count: list?.length ?? 0, titleAt, typed: before })
    if (step === null) return
    event.preventDefault()
    if (step.action === 'move') {
      typed.current = { text: step.typed, atMs: now }
      focusAt(step.to)
    } else if (step.action === 'rename') actions.startRename(item.id, stop)
    else if (step.action === 'delete') void remove(item)
    else {
      const { left, bottom } = (event.target as HTMLElement).getBoundingClientRect()
      actions.openMenu(item, stop, { x: left + 12, y: bottom })
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the buttons inside.
    <div ref={scroller} className={styles.scroller} tabIndex={-1} onKeyDown={onKeyDown}>
      {list !== null && list.length === 0 && <p className={styles.empty}>Your chats will be listed here.</p>}
      {list === null && failure !== null && (
        <p role="alert" className={styles.empty}>
          The chats cannot be listed. {failure.message}
        </p>
      )}
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index]
          if (!row) return null
          const place = { transform: `translateY(${start}px)`, height: size }
          return row.kind === 'day' ? (
            <li key={key} className={styles.row} style={place}>
              <h2 className={styles.day}>{row.title}</h2>
            </li>
          ) : (
            <li
              key={key}
              className={styles.row}
              style={place}
              aria-posinset={row.position + 1}
              aria-setsize={list?.length}
            >
              <ConversationRow
                item={row.item}
                position={row.position}
                time={shortTime(row.item.updatedAtMs, nowMs)}
                current={row.item.id === openId}
                tabStop={row.position === stop}
                renaming={row.item.id === renamingId}
                actions={actions}
              />
            </li>
          )
        })}
      </ul>
      {menu !== null && (
        <Menu
          label={`Actions for ${menu.item.title}`}
          place={menu.place}
          onClose={() => setMenu(null)}
          items={[
            {
              label: menu.item.pinned ? 'Unpin' : 'Pin',
              run: async () => app.report(await conversations.pin(menu.item.id, !menu.item.pinned)),
            },
            { label: 'Rename', hint: 'F2', run: () => setRenamingId(menu.item.id) },
            { label: 'Delete', hint: '⌫', danger: true, run: () => void remove(menu.item) },
          ]}
        />
      )}
    </div>
  )
}

function keyOf(row: ReturnType<typeof listRows>[number] | undefined): string {
  if (!row) return ''
  return row.kind === 'day' ? `day ${row.title}` : row.item.id
}
