import { Fragment, type ReactNode } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { formatValue, SOURCE_WORDS } from '../ui/format.ts'
import { type ComparedRow, comparedRows, differences } from './comparison.ts'
import styles from './figure-table.module.css'
import { FigureValue } from './figure-value.tsx'

/** Each figure of two turns with the ratio of the two, and the settings that differ. */
export function FigureTable({
  a,
  b,
  replies,
}: {
  a: TurnSummary
  b: TurnSummary
  /** Null while they are read. */
  replies: readonly [ReplyMessage, ReplyMessage] | null
}) {
  const different = replies && differences(...replies)
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">Figures of both turns</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B ÷ A</th>
          </tr>
        </thead>
        <tbody>
          {comparedRows(a, b).map((row) => (
            <tr key={row.id} data-figure={row.id}>
              <th scope="row">
                {row.label}
                {row.unit !== '' && <span className={styles.unit}> {row.unit}</span>}
              </th>
              <td>
                <FigureValue turn={a} id={row.id} />
              </td>
              <td>
                <FigureValue turn={b} id={row.id} />
              </td>
              <td title={ratioTitle(row)}>
                {row.ratio === null ? (
                  <span className={styles.missing}>–</span>
                ) : (
                  <>
                    {formatValue(row.ratio)}
                    {row.mixed && <span className={styles.mixed}> mixed</span>}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {different && (
        <table className={styles.table} aria-label="Settings that differ">
          <thead>
            <tr>
              <th scope="col" colSpan={different.length === 0 ? 3 : 1}>
                {different.length === 0 ? 'Asked with the same settings' : 'What differs'}
              </th>
              {different.length > 0 && (
                <>
                  <th scope="col" className={styles.words}>
                    A
                  </th>
                  <th scope="col" className={styles.words}>
                    B
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {different.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td className={styles.words}>{breakable(row.a)}</td>
                <td className={styles.words}>{breakable(row.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function ratioTitle({ a, b, ratio, mixed }: ComparedRow): string | undefined {
  if (!a || !b) return 'A ratio needs the figure of both.'
  if (ratio === null) return 'A is zero: there is no ratio.'
  if (!mixed) return undefined
  return `From different sources, so read it with care: A ${SOURCE_WORDS[a.source]}, B ${SOURCE_WORDS[b.source]}.`
}

/** A name that may go on in the next line behind its slashes, as names of models do. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
