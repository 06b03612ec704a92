import type { ServerStatus as Status } from '../../shared/chat/server-status.ts'
import { useServers } from '../state/context.ts'
import styles from './server-status.module.css'

/** What answers: a dot, the server's name and port, and its state in words where the dot is not enough. */
export function ServerStatus() {
  const status = useServers((state) => state.status)
  const state = status?.state ?? 'checking'
  return (
    <div role="status" aria-label="Server" className={styles.status} title={titleOf(status)}>
      <i className={styles.dot} data-state={state} aria-hidden="true" />
      <span className={styles.name}>{nameOf(status)}</span>
      {status && state !== 'demo' && <span className={styles.quiet}>{portOf(status)}</span>}
      <span className={state === 'ready' ? 'visually-hidden' : styles.quiet}>{WORDS[state]}</span>
    </div>
  )
}

const WORDS: Record<Status['state'], string> = {
  checking: 'checking…',
  ready: 'ready',
  demo: 'canned replies',
  unreachable: 'unreachable',
}

function nameOf(status: Status | null): string {
  if (!status) return 'Server'
  return status.state === 'demo' ? 'Demo ·' : status.serverName
}

/** The port, unless the name says it already: two AFMs on one machine differ in nothing else. */
function portOf({ baseUrl, serverName }: Status): string {
  const port = URL.canParse(baseUrl) ? new URL(baseUrl).port : ''
  return port === '' || serverName.endsWith(`:${port}`) ? '' : `:${port}`
}

function titleOf(status: Status | null): string {
  if (!status) return ''
  const { baseUrl, address, version, message } = status
  const lines = [baseUrl, address && `answered by ${address}`, version && `version ${version}`, message]
  return lines.filter(Boolean).join('\n')
}
