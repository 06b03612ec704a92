import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useCallback, useEffect, useState } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import type { Failure } from '../../shared/result.ts'
import { useStores } from '../state/context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { modelName } from './columns.ts'
import styles from './compare-pair.module.css'
import { FigureTable } from './figure-table.tsx'
import { OverlayCharts } from './overlay-charts.tsx'
import { SourceLegend } from './sources.tsx'
import { shortMoment } from './words.ts'

/** Two turns laid over each other: what they measured on one time axis, their figures, what differs. */
export function ComparePair({
  a,
  b,
  onSwap,
  onBack,
  onShow,
}: {
  a: TurnSummary
  b: TurnSummary
  onSwap: () => void
  onBack: () => void
  onShow: (turn: TurnSummary) => void
}) {
  const { replies, failure, retry } = useReplies(a.replyId, b.replyId)
  const [left, right] = [replies?.[a.replyId], replies?.[b.replyId]]
  return (
    <div className={styles.pair}>
      <div className={styles.top}>
        <Button onClick={onBack}>
          <ChevronLeft size={13} />
          All turns
        </Button>
        <TurnName which="A" turn={a} onShow={onShow} />
        <IconButton label="Swap A and B" onClick={onSwap}>
          <ArrowLeftRight size={14} />
        </IconButton>
        <TurnName which="B" turn={b} onShow={onShow} />
      </div>
      {(a.demo || b.demo) && (
        <p className={styles.demo}>
          {a.demo && b.demo ? 'Both turns are the demo’s' : `Turn ${a.demo ? 'A' : 'B'} is the demo’s`}: its
          figures are made up and say nothing about this machine.
        </p>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          The turns could not be read. {failure.message} <Button onClick={retry}>Try again</Button>
        </p>
      )}
      <div className={styles.body}>
        <div className={styles.charts}>{left && right && <OverlayCharts a={left.turn} b={right.turn} />}</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section className={styles.figures} aria-label="Figures of both" tabIndex={0}>
          <FigureTable a={a} b={b} replies={left && right ? [left, right] : null} />
          <SourceLegend />
        </section>
      </div>
    </div>
  )
}

/** Which line is whose, as it is drawn; a press shows the reply. */
function TurnName({
  which,
  turn,
  onShow,
}: {
  which: 'A' | 'B'
  turn: TurnSummary
  onShow: (turn: TurnSummary) => void
}) {
  return (
    <button
      type="button"
      className={styles.name}
      title={`Show in conversation: ${turn.conversationTitle}`}
      onClick={() => onShow(turn)}
    >
      <i className={styles.line} data-which={which} aria-hidden="true" />
      <b>{which}</b> {modelName(turn.model)}
      <span className={styles.quiet}>
        {' '}
        · {shortMoment(turn.createdAtMs)} · {turn.conversationTitle}
      </span>
    </button>
  )
}

/** The whole turns of two replies, read once, however often they change sides. */
function useReplies(a: string, b: string) {
  const { bridge } = useStores()
  const [replies, setReplies] = useState<Readonly<Record<string, ReplyMessage>> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [first, second] = [a, b].sort()
  const read = useCallback(async () => {
    setFailure(null)
    const found: Record<string, ReplyMessage> = {}
    for (const replyId of [first ?? '', second ?? '']) {
      const answer = await bridge.call('turns.read', { replyId })
      if (!answer.ok) return setFailure(answer.error)
      found[replyId] = answer.value
    }
    setReplies(found)
  }, [bridge, first, second])
  useEffect(() => void read(), [read])
  return { replies, failure, retry: () => void read() }
}
