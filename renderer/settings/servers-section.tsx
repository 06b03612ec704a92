import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSettings, useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import fields from './fields.module.css'
import { ServerForm } from './server-form.tsx'
import styles from './servers-section.module.css'
import { useUpdate } from './use-update.ts'

/** The servers the user knows, and which of them is used. */
export function ServersSection() {
  const { settings: store } = useStores()
  const settings = useSettings((state) => state.settings)
  const [failure, update] = useUpdate()
  const [removal, setRemoval] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  if (!settings) return null
  const { servers, selectedServerId } = settings
  const remove = async (id: string) => {
    setConfirming(null)
    setRemoval((await store.removeServer(id))?.message ?? null)
  }

  return (
    <>
      <ul className={styles.list}>
        {servers.map((server) => (
          <li key={server.id} className={styles.server}>
            {editing === server.id ? (
              <ServerForm server={server} onClose={() => setEditing(null)} />
            ) : (
              <div className={styles.line}>
                <label className={styles.choice}>
                  <input
                    type="radio"
                    name="server"
                    checked={server.id === selectedServerId}
                    onChange={() => update({ selectedServerId: server.id })}
                  />
                  <span>
                    <span className={styles.name}>{server.name}</span>
                    <span className={styles.url}>
                      {server.baseUrl}
                      {server.kind === 'assistant' && ' · Assistant API'}
                    </span>
                  </span>
                </label>
                {confirming === server.id ? (
                  <>
                    <span className={styles.question}>Remove it{server.hasKey ? ' and its key' : ''}?</span>
                    <Button kind="danger" onClick={() => void remove(server.id)}>
                      Remove
                    </Button>
                    <Button onClick={() => setConfirming(null)}>Keep</Button>
                  </>
                ) : (
                  <>
                    <Button aria-label={`Edit ${server.name}`} onClick={() => setEditing(server.id)}>
                      Edit
                    </Button>
                    {servers.length > 1 && (
                      <Button aria-label={`Remove ${server.name}`} onClick={() => setConfirming(server.id)}>
                        Remove
                      </Button>
                    )}
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {[failure, removal].map(
        (words) =>
          words !== null && (
            <p key={words} role="alert" className={fields.error}>
              {words}
            </p>
          ),
      )}
      {editing === 'new' ? (
        <div className={styles.added}>
          <ServerForm server={null} onClose={() => setEditing(null)} />
        </div>
      ) : (
        <div className={fields.actions}>
          <Button onClick={() => setEditing('new')}>
            <Plus size={13} />
            Add server
          </Button>
        </div>
      )}
    </>
  )
}
