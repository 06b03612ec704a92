import type { UnreadMessage } from '../state/branch.ts'
import { useStores, useThread } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { guessHeightPx } from './row-height.ts'
import styles from './unread-row.module.css'

/** Keeps the place of a message that is being read; says so when it could not be. */
export function UnreadRow({ item, index }: { item: UnreadMessage; index: number }) {
  const { thread } = useStores()
  const failure = useThread((state) => state.partFailure)
  return (
    <div className={styles.row} style={{ height: guessHeightPx(item) }}>
      {failure === null ? (
        <div className={styles.bars} aria-hidden="true" />
      ) : (
        <p className={styles.failure}>
          This part could not be read. {failure.message}{' '}
          <Button onClick={() => thread.fill(index, index + 1)}>Try again</Button>
        </p>
      )}
    </div>
  )
}
