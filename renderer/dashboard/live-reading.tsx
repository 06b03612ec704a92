import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { rateAt } from '../../shared/metrics/rate-window.ts'
import { phaseOf, type Turn, type TurnPhase } from '../../shared/stream/turn.ts'
import { useStores } from '../state/context.ts'
import { formatCount, formatSeconds, formatValue } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import { LiveCharts } from './live-charts.tsx'
import styles from './profile-pane.module.css'

/** How often the numbers change, ms: faster could not be read. */
const EVERY_MS = 250

const PHASES: Record<TurnPhase, string> = {
  waiting: 'Waiting for the server',
  prefill: 'Prefill',
  reasoning: 'Reasoning',
  answering: 'Answering',
  ended: 'Ended',
}

/**
 * What can be measured here while a reply streams: the rate of the last second, tokens, and time. Reads the
 * live turn when its own clock ticks, not with every batch.
 */
export function LiveReading({ reply }: { reply: ReplyMessage }) {
  const stores = useStores()
  const nowMs = useNow(EVERY_MS, true)
  const live = stores.live.store.getState().turns[reply.id]
  const turn = live?.turn ?? reply.turn
  const phase = phaseOf(turn)
  // The turn's clock, not the message's: the request may have left later.
  const turnMs = live?.zeroAtMs == null ? nowMs - reply.createdAtMs : performance.now() - live.zeroAtMs
  const rate = live ? rateAt(live.rate, turnMs) : null

  return (
    <>
      <section className={styles.section}>
        {rate === null ? (
          <>
            <div className={styles.phase}>{PHASES[phase]}…</div>
            <p className={styles.source}>{formatSeconds(Math.max(0, turnMs) / 1000)}</p>
          </>
        ) : (
          <>
            <div className={styles.big}>
              <b>{formatValue(rate)}</b>
              <span>tok/s</span>
            </div>
            <p className={styles.source}>measured here · 1 s window</p>
          </>
        )}
      </section>
      <LiveCharts reply={reply} />
      {turn.deltas > 0 && (
        <section className={styles.section}>
          <dl className={styles.grid}>
            <Reading label="Tokens so far" value={formatCount(turn.deltas)} />
            <Reading label={PHASES[phase]} value={formatSeconds(Math.max(0, turnMs) / 1000)} />
            {turn.marks.firstTokenAtMs !== null && (
              <Reading label="To first token" value={formatSeconds(turn.marks.firstTokenAtMs / 1000)} />
            )}
          </dl>
          <p className={styles.source}>counted and measured here, one for each delta</p>
        </section>
      )}
      <section className={styles.section}>
        <p className={styles.source}>{profileWords(reply, turn)}</p>
      </section>
    </>
  )
}

function Reading({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function profileWords({ request }: ReplyMessage, { livePower }: Turn): string {
  const measured = livePower && `Power is measured on this Mac by ${livePower.source}`
  if (measured)
    return request.profile === 'extended'
      ? `${measured}; AFM’s samples take its place when the reply ends.`
      : `${measured}.`
  if (request.profile === 'off') return 'No profile was asked for.'
  if (request.profile === 'busy') return 'No profile: another reply was using AFM’s only sampler.'
  return 'Power, memory and bandwidth come with AFM’s profile when the reply ends.'
}
