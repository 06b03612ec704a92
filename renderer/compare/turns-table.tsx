import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment, type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { COLUMNS, type ColumnId, type Sort } from './columns.ts'
import { tableStep } from './table-keys.ts'
import { TurnRow } from './turn-row.tsx'
import styles from './turns-table.module.css'

const ROW_PX = 28
/** Up to so many rows all are there; beyond, only those near the screen. */
const MOST_WHOLE = 200

/**
 * The turns as a grid whose rows are walked with the arrow keys. Space picks a row for comparing, Enter
 * shows its reply; a press on a heading sorts.
 */
export function TurnsTable({
  turns,
  sort,
  onSort,
  picks,
  onPick,
  current,
  onCurrent,
  onShow,
}: {
  /** In the order of the rows. */
  turns: readonly TurnSummary[]
  sort: Sort
  onSort: (column: ColumnId) => void
  /** The replies picked for comparing, the first being A. */
  picks: readonly string[]
  onPick: (replyId: string) => void
  /** The row that is the tab stop, and is ringed in the chart; null for the first. */
  current: string | null
  onCurrent: (replyId: string) => void
  onShow: (turn: TurnSummary) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  /** Whether the current row takes the focus at the next render. */
  const wantsFocus = useRef(false)
  const found = turns.findIndex(({ replyId }) => replyId === current)
  const at = Math.max(0, found)
  const whole = turns.length <= MOST_WHOLE
  const virtualizer = useVirtualizer({
    count: turns.length,
    enabled: !whole,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => turns[index]?.replyId ?? index, [turns]),
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: ROW_PX,
    // The tab stop is always there, wherever the table is scrolled to.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
      },
      [at],
    ),
  })
  const indexes = whole
    ? turns.map((_, index) => index)
    : virtualizer.getVirtualItems().map(({ index }) => index)

  // Chosen in the chart, a row comes into view.
  useEffect(() => {
    if (current === null || found < 0) return
    if (!whole) virtualizer.scrollToIndex(found)
    else rowOf(scroller.current, current)?.scrollIntoView({ block: 'nearest' })
  }, [current, found, whole, virtualizer])
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = rowOf(scroller.current, turns[at]?.replyId ?? '')
    wantsFocus.current = row === null
    row?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    // A heading's button hears its own keys.
    if (event.target instanceof Element && event.target.closest('thead')) return
    const turn = turns[at]
    const step = tableStep(event.key, at, turns.length)
    if (!step || !turn) return
    event.preventDefault()
    if (step.kind === 'pick') onPick(turn.replyId)
    else if (step.kind === 'show') onShow(turn)
    else {
      wantsFocus.current = true
      onCurrent(turns[step.to]?.replyId ?? turn.replyId)
    }
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that are walked with keys make a grid.
        role="grid"
        className={styles.table}
        aria-label="Turns"
        aria-rowcount={turns.length + 1}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.pick}>
              <span className="visually-hidden">Compare</span>
            </th>
            {COLUMNS.map(({ id, label, title, kind }) => (
              <th
                key={id}
                scope="col"
                data-column={id}
                data-kind={kind}
                aria-sort={sort.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" title={title} onClick={() => onSort(id)}>
                  {label}
                  {sort.column === id && (sort.descending ? <ArrowDown size={11} /> : <ArrowUp size={11} />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index, position) => {
            const turn = turns[index]
            if (!turn) return null
            const above = index - (indexes[position - 1] ?? -1) - 1
            return (
              // A row stays the same element wherever it comes to stand: it may have the focus.
              <Fragment key={turn.replyId}>
                {above > 0 && <Gap rows={above} />}
                <TurnRow
                  turn={turn}
                  rowIndex={index + 2}
                  pick={picks.indexOf(turn.replyId)}
                  isCurrent={index === at}
                  isChosen={index === found}
                  onPick={onPick}
                  onCurrent={onCurrent}
                  onShow={onShow}
                />
              </Fragment>
            )
          })}
          {!whole && <Gap rows={turns.length - 1 - (indexes.at(-1) ?? -1)} />}
        </tbody>
      </table>
    </div>
  )
}

/** The room of rows that are not there. */
function Gap({ rows }: { rows: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus.
    <tr aria-hidden="true">
      <td colSpan={COLUMNS.length + 1} height={rows * ROW_PX} />
    </tr>
  )
}

function rowOf(scroller: HTMLElement | null, replyId: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`tr[data-reply="${CSS.escape(replyId)}"]`) ?? null
}
