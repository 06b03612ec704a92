import { memo } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { type Figure, figuresOf } from '../../shared/metrics/figures.ts'
import { formatFigure, formatValue, SOURCE_WORDS } from '../ui/format.ts'
import { MemoryBar } from './memory-bar.tsx'
import styles from './profile-pane.module.css'

type Row = readonly [label: string, figure: Figure | null]

/** The figures of a reply that has ended, each with its source. What is not known is not shown. */
export const ReplyFigures = memo(function ReplyFigures({ reply }: { reply: ReplyMessage }) {
  const { request, turn } = reply
  const figures = figuresOf(turn)
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
      <Group
        title="Tokens"
        rows={[
          ['Reply', figures.tokens],
          ['Prompt', figures.promptTokens],
          ['From the prefix cache', figures.cachedTokens?.value ? figures.cachedTokens : null],
          ['To first token', figures.timeToFirstToken],
          ['Reasoning', figures.reasoningTime],
          ['Prefill', figures.prefillRate],
        ]}
      />
      <Group
        title="GPU"
        rows={[
          ['Average power', figures.gpuPowerAvg],
          ['Peak power', figures.gpuPowerPeak],
          ['GPU energy', figures.gpuEnergy],
          ['Per token', figures.energyPerToken],
        ]}
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

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  const known = rows.flatMap(([label, figure]) => (figure ? [{ label, figure }] : []))
  if (known.length === 0) return null
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
    </section>
  )
}

function profileNote({ request, turn }: ReplyMessage): string {
  if (turn.profile) return 'Power, memory and bandwidth from AFM’s profile of this reply.'
  if (request.profile === 'off') return 'No profile was asked for.'
  if (request.profile === 'busy') return 'No profile: another reply was using AFM’s only sampler.'
  return turn.stopped || turn.error
    ? 'No profile: a reply that is stopped or fails has none.'
    : 'The server sent no profile.'
}
