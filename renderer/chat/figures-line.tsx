import { memo } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { type Figure, figuresOf } from '../../shared/metrics/figures.ts'
import type { Turn } from '../../shared/stream/turn.ts'
import { formatCount, formatSeconds, formatValue } from '../ui/format.ts'
import styles from './figures-line.module.css'

interface Entry {
  readonly figure: Figure
  readonly value: string
  readonly unit: string
  /** The figure's short name where the sources are told. */
  readonly name: string
}

/** A reply's own figures in one quiet line, and where each comes from. A press shows them in the profile pane. */
export const FiguresLine = memo(function FiguresLine({
  message,
  turn,
  onSelect,
}: {
  message: ReplyMessage
  turn: Turn
  onSelect: () => void
}) {
  const entries = entriesOf(turn)
  if (entries.length === 0) return null
  return (
    <button
      type="button"
      className={styles.figures}
      aria-description="Shows this reply in the profile pane"
      onClick={onSelect}
    >
      {entries.map(({ figure, value, unit, name }) => (
        <span key={name} title={figure.note}>
          <b>{value}</b> {unit}
        </span>
      ))}
      <span className={styles.source}>{sourcesOf(entries, message.request.demo)}</span>
    </button>
  )
})

function entriesOf(turn: Turn): Entry[] {
  const { tokens, decodeRate, timeToFirstToken, energyPerToken } = figuresOf(turn)
  return [
    tokens && { figure: tokens, value: formatCount(tokens.value), unit: 'tokens', name: 'tokens' },
    decodeRate && { figure: decodeRate, value: formatValue(decodeRate.value), unit: 'tok/s', name: 'rate' },
    timeToFirstToken && {
      figure: timeToFirstToken,
      value: formatSeconds(timeToFirstToken.value),
      unit: 'to first token',
      name: 'first token',
    },
    energyPerToken && {
      figure: energyPerToken,
      value: formatValue(energyPerToken.value),
      unit: 'J/token',
      name: 'energy',
    },
  ].filter((entry) => entry !== null)
}

const SHORT_WORDS = { server: 'server', measured: 'measured here', estimated: 'estimated' } as const

/** Groups the names by their source: "server: tokens, rate · measured here: first token". */
function sourcesOf(entries: readonly Pick<Entry, 'figure' | 'name'>[], demo: boolean): string {
  const groups = (['server', 'measured', 'estimated'] as const).flatMap((source) => {
    const names = entries.filter((entry) => entry.figure.source === source).map((entry) => entry.name)
    return names.length === 0 ? [] : [`${SHORT_WORDS[source]}: ${names.join(', ')}`]
  })
  return (demo ? ['demo, canned', ...groups] : groups).join(' · ')
}
