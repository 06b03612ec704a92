import { lazy, Suspense } from 'react'
import type { Turn } from '../../../shared/stream/turn.ts'

const TurnCharts = lazy(async () => ({ default: (await import('./turn-charts.tsx')).TurnCharts }))

/** The charts of a turn; uPlot comes when the first one is to be drawn. */
export function LazyTurnCharts(props: { turn: Turn; nowMs: number | null; name: string }) {
  return (
    <Suspense>
      <TurnCharts {...props} />
    </Suspense>
  )
}
