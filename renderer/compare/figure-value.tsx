import type { ComparedFigure, TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { figureText, missingReason } from './columns.ts'
import styles from './sources.module.css'
import { SourceMark } from './sources.tsx'

/** A turn's figure with its source, or why it is not there. */
export function FigureValue({ turn, id }: { turn: TurnSummary; id: ComparedFigure }) {
  const figure = turn[id]
  return figure ? (
    <span title={figure.note}>
      {figureText(figure)}
      <SourceMark source={figure.source} />
    </span>
  ) : (
    <span className={styles.missing} title={missingReason(turn, id)}>
      –
    </span>
  )
}
