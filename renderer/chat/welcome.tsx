import { useState } from 'react'
import { focusMessage } from '../app/shortcuts.ts'
import { useServers, useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './welcome.module.css'

/** Words that show what the app can show; the demo has a canned reply for each. */
const EXAMPLES = [
  'Show me a tour',
  'Think first, then answer',
  'Check the weather with a tool',
  'Write a long reply',
]

const INSTALL = 'brew install scouzi1966/afm/afm'
const RUN = 'afm mlx -m MODEL'

/** What a new chat shows before its first message. */
export function Welcome() {
  const { app, drafts, thread, servers } = useStores()
  const status = useServers((state) => state.status)
  const [failure, setFailure] = useState<string | null>(null)
  const state = status?.state ?? 'checking'

  const send = async (text: string) => {
    const failed = await thread.send(text)
    if (!failed) return
    // The words are not lost: they go where they can be sent from again.
    drafts.set(null, text)
    setFailure(failed.message)
    focusMessage()
  }
  return (
    <div className={styles.welcome}>
      <div className={styles.column}>
        <h2 className={styles.title}>What do you want to know?</h2>
        <p className={styles.lead}>{leadOf(state, status?.serverName ?? '')}</p>
        {state === 'unreachable' && (
          <div className={styles.trouble}>
            <p>{status?.message}</p>
            <Button onClick={() => void servers.refresh()}>Try again</Button>
            <Button onClick={() => app.openSettings('servers')}>Open settings</Button>
          </div>
        )}
        {state !== 'unreachable' && (
          <ul className={styles.examples}>
            {EXAMPLES.map((text) => (
              <li key={text}>
                <button type="button" className={styles.example} onClick={() => void send(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        {failure !== null && <p role="alert">{failure}</p>}
        {(state === 'demo' || state === 'unreachable') && <Install />}
      </div>
    </div>
  )
}

function leadOf(state: string, serverName: string): string {
  if (state === 'demo') {
    return 'No AFM answers on this machine yet, so this is the demo: every reply is canned and every figure made up. The moment AFM runs, it is used.'
  }
  if (state === 'ready') return `Connected to ${serverName}. Figures for each reply appear beneath it.`
  return state === 'checking' ? 'Looking for AFM…' : `${serverName} cannot be reached.`
}

function Install() {
  return (
    <div className={styles.install}>
      <p>To run a model of your own:</p>
      {[INSTALL, RUN].map((command) => (
        <div key={command} className={styles.command}>
          <code>{command}</code>
          <CopyButton label={`Copy “${command}”`} text={() => command} />
        </div>
      ))}
    </div>
  )
}
