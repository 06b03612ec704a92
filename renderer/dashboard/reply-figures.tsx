import { memo } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { type Figure, figuresOf } from '../../shared/metrics/figures.ts'
import { useServers } from '../state/context.ts'
import { formatFigure, formatValue, SOURCE_WORDS } from '../ui/format.ts'
import { LazyTurnCharts } from './charts/lazy-turn-charts.tsx'
import { MemoryBar } from './memory-bar.tsx'
import styles from './profile-pane.module.css'

type Row = readonly [label: string, figure: Figure | null]

/** The figures of a reply that has ended, each with its source. What is not known is not shown. */
export const ReplyFigures = memo(function ReplyFigures({ reply }: { reply: ReplyMessage }) {
  const { request, turn } = reply
  const windowTokens = useServers(
    (state) => state.status?.models.find(({ id }) => id === request.model)?.contextTokens ?? null,
  )
  const figures = figuresOf(turn, { windowTokens })
  const rate = figures.decodeRate
  const chip = turn.profile?.chip
  const model = turn.model || request.model
  return (
    <>
      {request.demo && (
        <p className={styles.demo}>Demo: these figures are made up and say nothing about this machine.</p>
      )}
      {rate && (
        <section className={styles.section} title={rate.note}>
          <div className={styles.big}>
            <b>{formatValue(rate.value)}</b>
            <span>tok/s</span>
          </div>
          <p className={styles.source}>decode · {SOURCE_WORDS[rate.source]}</p>
        </section>
      )}
      {turn.arrivals.points.length > 0 && (
        <section className={styles.section} aria-label="Charts">
          <LazyTurnCharts turn={turn} nowMs={null} name={`reply-${reply.id.slice(0, 8)}`} />
        </section>
      )}
      <Group
        title="Tokens"
        rows={[
          ['Reply', figures.tokens],
          ['Prompt', figures.promptTokens],
          ['From the prefix cache', figures.cachedTokens?.value ? figures.cachedTokens : null],
          ['To first token', figures.timeToFirstToken],
          ['Reasoning', figures.reasoningTime],
          ['Prefill', figures.prefillRate],
          ['Context used', figures.contextTokens],
          ['Of the window', figures.contextShare],
        ]}
      />
      <Group
        title="GPU"
        rows={[
          ['Average power', figures.gpuPowerAvg],
          ['Peak power', figures.gpuPowerPeak],
          ['GPU energy', figures.gpuEnergy],
          ['Per token', figures.energyPerToken],
          ['In watt hours', figures.gpuEnergyWh],
        ]}
        missing={figures.noEnergyReason}
      />
      <Group
        title="DRAM bandwidth"
        rows={[
          ['Estimated by AFM', figures.bandwidth],
          ['Share of theoretical', figures.bandwidthShare],
        ]}
      />
      <MemoryBar figures={figures} />
      <section className={styles.section}>
        <p className={styles.source}>{[chip, model, request.serverName].filter(Boolean).join(' · ')}</p>
        <p className={styles.source}>{profileNote(reply)}</p>
      </section>
    </>
  )
})

function Group({
  title,
  rows,
  missing = null,
}: {
  title: string
  rows: readonly Row[]
  /** Why a figure that one might expect is not there. */
  missing?: string | null
}) {
  const known = rows.flatMap(([label, figure]) => (figure ? [{ label, figure }] : []))
  if (known.length === 0 && missing === null) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <dl className={styles.grid}>
        {known.map(({ label, figure }) => (
          <div key={label} title={figure.note}>
            <dt>{label}</dt>
            <dd>{formatFigure(figure)}</dd>
            <dd className={styles.source}>{SOURCE_WORDS[figure.source]}</dd>
          </div>
        ))}
      </dl>
      {missing !== null && <p className={styles.source}>{missing}</p>}
    </section>
  )
}

function profileNote({ request, turn }: ReplyMessage): string {
  if (turn.livePower) return `Power was measured on this Mac by ${turn.livePower.source} while the reply ran.`
  if (turn.profile) return 'Power, memory and bandwidth from AFM’s profile of this reply.'
  if (request.profile === 'off') return 'No profile was asked for.'
  if (request.profile === 'busy') return 'No profile: another reply was using AFM’s only sampler.'
  return turn.stopped || turn.error
    ? 'No profile: a reply that is stopped or fails has none.'
    : 'The server sent no profile.'
}
