import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { TurnError } from '../../shared/stream/events.ts'
import { useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './notes.module.css'

/** Why a reply failed, in the server's words, and what can be done about it. */
export function ErrorAlert({ message, error }: { message: ReplyMessage; error: TurnError }) {
  const { app, thread } = useStores()
  const [failure, setFailure] = useState<string | null>(null)
  const endedAtMs = message.createdAtMs + (message.turn.marks.endedAtMs ?? 0)
  const untilMs = endedAtMs + (error.retryAfterS ?? 0) * 1000
  const [waits, setWaits] = useState(() => Date.now() < untilMs)
  const nowMs = useNow(250, waits)
  const waitS = Math.ceil((untilMs - nowMs) / 1000)
  if (waits && waitS <= 0) setWaits(false)

  const retry = async () => setFailure((await thread.retry(message.id))?.message ?? null)
  return (
    <div role="alert" className={styles.alert}>
      <TriangleAlert size={15} />
      <div>
        <p className={styles.title}>{error.title}</p>
        {error.message !== '' && <p className={styles.message}>{error.message}</p>}
        <div className={styles.actions}>
          <Button onClick={() => void retry()}>Retry</Button>
          {needsSettings(error) && <Button onClick={() => app.openSettings('servers')}>Open settings</Button>}
          {waits && waitS > 0 && <span className={styles.time}>The server asks to wait {waitS} s</span>}
          {failure !== null && <span>{failure}</span>}
        </div>
      </div>
    </div>
  )
}

/** Whether the address or the key is the likely cause. */
function needsSettings(error: TurnError): boolean {
  return (
    error.code === 'connect' ||
    error.status === 401 ||
    error.status === 403 ||
    /HTTP 40[13]|Connection/i.test(error.title)
  )
}
