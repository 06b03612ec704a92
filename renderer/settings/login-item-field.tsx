import { useEffect, useState } from 'react'
import type { LoginItem } from '../../shared/native.ts'
import { useStores } from '../state/context.ts'
import { Switch } from '../ui/switch.tsx'
import styles from './fields.module.css'

/** Whether macOS opens the app at login; nothing where the app does not run on its own. */
export function LoginItemField() {
  const { bridge } = useStores()
  const [item, setItem] = useState<LoginItem | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    void bridge.call('loginItem.get', {}).then((answer) => {
      if (answer.ok) setItem(answer.value)
    })
  }, [bridge])

  async function change(open: boolean): Promise<void> {
    const answer = await bridge.call('loginItem.set', { open })
    if (answer.ok) setItem(answer.value)
    setFailure(answer.ok ? null : answer.error.message)
  }

  if (item === null) return null
  return (
    <div className={styles.field}>
      <Switch label="Open at login" checked={item.open} onChange={(open) => void change(open)} />
      {item.needsApproval && (
        <p className={styles.help}>
          Allow it in System Settings › General › Login Items, where macOS asks for it.
        </p>
      )}
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
    </div>
  )
}
