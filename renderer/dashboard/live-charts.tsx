import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { useStores } from '../state/context.ts'
import { useNow } from '../ui/use-now.ts'
import { LazyTurnCharts } from './charts/lazy-turn-charts.tsx'
import styles from './profile-pane.module.css'

/** Five times a second the line is drawn further: of a rate over one second that is all there is to see. */
const EVERY_MS = 200

/** The charts of a reply while it streams. Reads the live turn when its own clock ticks. */
export function LiveCharts({ reply }: { reply: ReplyMessage }) {
  const stores = useStores()
  useNow(EVERY_MS, true)
  const live = stores.live.store.getState().turns[reply.id]
  if (!live || live.zeroAtMs === null) return null
  // Before the first readings there is nothing to draw, and an empty box says nothing.
  if (live.turn.arrivals.points.length < 4 && live.turn.livePower === null) return null
  return (
    <section className={styles.section} aria-label="Charts">
      <LazyTurnCharts turn={live.turn} nowMs={performance.now() - live.zeroAtMs} name="reply" />
    </section>
  )
}
