import { useMemo, useState } from 'react'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import { save } from '../dashboard/charts/take-away.ts'
import { Segments } from '../settings/segments.tsx'
import { useStores, useTurns } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import styles from './all-turns.module.css'
import { type ColumnId, modelName, modelNames, type Sort, sorted } from './columns.ts'
import { modelCounts } from './points.ts'
import { Scatter } from './scatter.tsx'
import { SourceLegend } from './sources.tsx'
import { picked } from './table-keys.ts'
import { turnsCsv } from './turns-csv.ts'
import { TurnsTable } from './turns-table.tsx'
import { useLate } from './use-late.ts'
import type { Scope } from './use-turn-list.ts'
import { countWords } from './words.ts'

const ALL_MODELS = '\0all'

/** Every turn that is listed: what of them, the chart, the table, and what can be taken away. */
export function AllTurns({
  scope,
  onScope,
  picks,
  onPicks,
  onCompare,
  onShow,
}: {
  scope: Scope
  /** Null where there is no choice: no conversation is open. */
  onScope: ((scope: Scope) => void) | null
  picks: readonly string[]
  onPicks: (picks: readonly string[]) => void
  onCompare: () => void
  onShow: (turn: TurnSummary) => void
}) {
  const { turns: store } = useStores()
  const state = useTurns((now) => now)
  const { items, reading, failure } = state
  const [model, setModel] = useState(ALL_MODELS)
  const [sort, setSort] = useState<Sort>({ column: 'when', descending: true })
  const [current, setCurrent] = useState<string | null>(null)
  const models = useMemo(() => modelCounts(items ?? []), [items])
  const chosen = models.some((entry) => entry.model === model) ? model : ALL_MODELS
  const all = items ?? NONE
  const listed = useMemo(
    () => (chosen === ALL_MODELS ? all : all.filter((turn) => turn.model === chosen)),
    [all, chosen],
  )
  const rows = useMemo(() => sorted(listed, sort), [listed, sort])
  const late = useLate(reading, 1000)
  const names = modelNames(models.map((entry) => entry.model))

  const onSort = (column: ColumnId) =>
    setSort(
      sort.column === column
        ? { column, descending: !sort.descending }
        : { column, descending: column !== 'conversation' && column !== 'model' },
    )
  return (
    <div className={styles.all}>
      <div className={styles.top}>
        {onScope && (
          <Segments
            inline
            label="Turns of"
            value={scope}
            options={SCOPES}
            onChange={(next) => {
              onPicks([])
              setCurrent(null)
              onScope(next)
            }}
          />
        )}
        {models.length > 1 && (
          <Select
            label="Model"
            value={chosen}
            options={[
              { value: ALL_MODELS, label: 'All models' },
              ...models.map((entry) => ({
                value: entry.model,
                label: names.get(entry.model) ?? modelName(entry.model),
                detail: `${entry.count} ${entry.count === 1 ? 'turn' : 'turns'}`,
              })),
            ]}
            empty=""
            onChange={setModel}
          />
        )}
        <p role="status" className={styles.count}>
          {late
            ? `Reading… ${all.length} of ${state.total.toLocaleString('en-US')}`
            : countWords(state, listed.length)}
        </p>
        {state.more && !reading && (
          <button type="button" className={styles.link} onClick={() => void store.more()}>
            Load more
          </button>
        )}
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          The turns could not be read. {failure.message}{' '}
          <Button onClick={() => store.retry()}>Try again</Button>
        </p>
      )}
      {items !== null && items.length === 0 && !failure && !reading ? (
        <div className={styles.empty}>
          <h3>No turns yet</h3>
          <p>
            {scope === 'conversation'
              ? 'No reply of this conversation has ended. Each one that does is listed here with its figures.'
              : 'Every reply that has ended is listed here with its figures: decode rate, time to first token, energy per token, power. Two of them can be laid over each other.'}
          </p>
        </div>
      ) : (
        all.length > 0 && (
          <>
            <Scatter
              turns={listed}
              all={all}
              current={current}
              onPress={({ replyId }) => setCurrent(replyId)}
            />
            <TurnsTable
              turns={rows}
              sort={sort}
              onSort={onSort}
              picks={picks}
              onPick={(replyId) => onPicks(picked(picks, replyId))}
              current={current}
              onCurrent={setCurrent}
              onShow={onShow}
            />
            <footer className={styles.foot}>
              <SourceLegend />
              <span className={styles.hint}>{hintFor(picks.length, all.length)}</span>
              <Button onClick={() => save(new Blob([turnsCsv(rows)], { type: 'text/csv' }), 'turns.csv')}>
                Save CSV
              </Button>
              <Button kind="primary" disabled={picks.length < 2} onClick={onCompare}>
                Compare
              </Button>
            </footer>
          </>
        )
      )}
    </div>
  )
}

const NONE: readonly TurnSummary[] = []
const SCOPES: readonly (readonly [Scope, string])[] = [
  ['conversation', 'This conversation'],
  ['everything', 'Everything'],
]

function hintFor(picks: number, count: number): string {
  if (count === 1) return 'With a second turn, the two can be laid over each other.'
  if (picks === 2) return ''
  return picks === 1 ? 'Tick one more turn to compare.' : 'Tick two turns to compare them.'
}
