import MessageSquare from 'lucide-react/icons/message-square'
import { memo } from 'react'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { COLUMNS, type Column, modelName } from './columns.ts'
import { FigureValue } from './figure-value.tsx'
import styles from './turns-table.module.css'
import { fullMoment, shortMoment } from './words.ts'

/** A turn as a row. Its controls are reached by the row's keys, or with the pointer. */
export const TurnRow = memo(function TurnRow({
  turn,
  rowIndex,
  pick,
  isCurrent,
  isChosen,
  onPick,
  onCurrent,
  onShow,
}: {
  turn: TurnSummary
  /** From 1, the headings being the first. */
  rowIndex: number
  /** 0 for A, 1 for B, −1 when it is not picked. */
  pick: number
  /** Whether it is the tab stop. */
  isCurrent: boolean
  /** Whether it was chosen, here or in the chart. */
  isChosen: boolean
  onPick: (replyId: string) => void
  onCurrent: (replyId: string) => void
  onShow: (turn: TurnSummary) => void
}) {
  const { replyId, conversationTitle } = turn
  return (
    <tr
      className={styles.row}
      data-reply={replyId}
      data-chosen={isChosen || undefined}
      aria-rowindex={rowIndex}
      aria-selected={pick >= 0}
      tabIndex={isCurrent ? 0 : -1}
      // However it got the focus: what the keys do is done to the row that has it.
      onFocus={() => onCurrent(replyId)}
      onClick={() => onCurrent(replyId)}
      onDoubleClick={() => onShow(turn)}
    >
      <td className={styles.pick}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={pick >= 0}
          aria-label={`Compare the turn of ${shortMoment(turn.createdAtMs)} in ${conversationTitle}`}
          onChange={() => onPick(replyId)}
        />
      </td>
      {COLUMNS.map((column) => (
        <td key={column.id} data-column={column.id} data-kind={column.kind}>
          <Cell turn={turn} column={column} onShow={onShow} />
        </td>
      ))}
    </tr>
  )
})

function Cell({
  turn,
  column: { id },
  onShow,
}: {
  turn: TurnSummary
  column: Column
  onShow: (turn: TurnSummary) => void
}) {
  if (id === 'when')
    return (
      <time dateTime={new Date(turn.createdAtMs).toISOString()} title={fullMoment(turn.createdAtMs)}>
        {shortMoment(turn.createdAtMs)}
      </time>
    )
  if (id === 'conversation')
    return (
      <div className={styles.conversation}>
        <span className={styles.ellipsis} title={turn.conversationTitle}>
          {turn.conversationTitle}
        </span>
        <button
          type="button"
          tabIndex={-1}
          className={styles.show}
          aria-label="Show in conversation"
          title="Show in conversation"
          onClick={() => onShow(turn)}
        >
          <MessageSquare size={12} />
        </button>
      </div>
    )
  if (id === 'model')
    return (
      <div className={styles.conversation}>
        <span className={styles.ellipsis} title={turn.model}>
          {modelName(turn.model)}
        </span>
        {turn.demo && (
          <span className={styles.badge} title="Made-up figures: they say nothing about this machine.">
            demo
          </span>
        )}
        {endWord(turn) && <span className={styles.badge}>{endWord(turn)}</span>}
      </div>
    )
  return <FigureValue turn={turn} id={id} />
}

/** How a turn ended, where that bears on its figures. */
function endWord({ end, stopped }: TurnSummary): string | null {
  if (stopped) return 'stopped'
  return end === 'done' || end === 'closed' ? null : end
}
