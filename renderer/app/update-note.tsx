import { useEffect, useState } from 'react'
import type { UpdateStatus } from '../../shared/update.ts'
import { useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import styles from './update-note.module.css'

/** Says that a new version is ready, until it is installed or put off; nothing for anything less. */
export function UpdateNote() {
  const { bridge } = useStores()
  const [status, setStatus] = useState<UpdateStatus | null>(null)
  const [putOff, setPutOff] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    void bridge.call('update.status', {}).then((answer) => {
      if (answer.ok) setStatus(answer.value)
    })
    return bridge.on('update.changed', setStatus)
  }, [bridge])

  async function install(): Promise<void> {
    const answer = await bridge.call('update.install', {})
    setFailure(answer.ok ? null : answer.error.message)
  }

  if (status?.state !== 'ready' || status.version === putOff) return null
  return (
    <aside className={styles.note} aria-label="Update">
      <p className={styles.words} role="status">
        Version {status.version} is ready. It is installed when you quit.
      </p>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void install()}>
          Restart
        </Button>
        <Button onClick={() => setPutOff(status.version)}>Later</Button>
      </div>
    </aside>
  )
}
