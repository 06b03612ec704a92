import { type FormEvent, useId, useState } from 'react'
import { DEFAULT_ASSISTANT_PORT } from '../../shared/chat/assistant-status.ts'
import type { ConnectionTest } from '../../shared/chat/server-status.ts'
import type { ServerEntry, ServerKind } from '../../shared/chat/settings.ts'
import type { Result } from '../../shared/result.ts'
import { useApp, useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import styles from './fields.module.css'
import { Segments } from './segments.tsx'

const ASSISTANT_HELP =
  'POST /api/assistant: text and tool calls as plain events. The server chooses model and sampling, and tells no reasoning and no figures.'

/** Adds a server or changes one. Nothing is saved before Save is pressed. */
export function ServerForm({ server, onClose }: { server: ServerEntry | null; onClose: () => void }) {
  const { bridge, settings } = useStores()
  const keyStorage = useApp((state) => state.info?.keyStorage)
  const [name, setName] = useState(server?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(server?.baseUrl ?? '')
  const [kind, setKind] = useState<ServerKind>(server?.kind ?? 'afm')
  const [key, setKey] = useState('')
  const [removeKey, setRemoveKey] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [test, setTest] = useState<Result<ConnectionTest> | 'running' | null>(null)
  const id = useId()

  /** A key that was not typed is left as it is; main tells absence from null. */
  const keyPart = removeKey ? { key: null } : key === '' ? {} : { key }
  const idPart = server ? { id: server.id } : {}

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const shown = name.trim() === '' ? baseUrl.trim() : name.trim()
    const input = { ...idPart, name: shown.slice(0, 100), baseUrl, kind, ...keyPart }
    const failed = await settings.saveServer(input)
    if (failed) setFailure(failed.message)
    else onClose()
  }
  const runTest = async () => {
    setTest('running')
    setTest(await bridge.call('servers.test', { ...idPart, baseUrl, kind, ...keyPart }))
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-name`}>
          Name
        </label>
        <input
          id={`${id}-name`}
          className={styles.input}
          value={name}
          maxLength={100}
          placeholder="Studio in the hall"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Segments
        label="Kind"
        value={kind}
        options={[
          ['afm', 'AFM or OpenAI-compatible'],
          ['assistant', 'Assistant API'],
        ]}
        onChange={(next) => {
          setKind(next)
          setTest(null)
        }}
        {...(kind === 'assistant' && { help: ASSISTANT_HELP })}
      />
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-url`}>
          Base URL
        </label>
        <input
          id={`${id}-url`}
          className={styles.input}
          value={baseUrl}
          required
          spellCheck={false}
          autoCapitalize="off"
          placeholder={kind === 'assistant' ? `127.0.0.1:${DEFAULT_ASSISTANT_PORT}` : '127.0.0.1:9999'}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
        <p className={styles.help}>
          With or without http://, a path, {kind === 'assistant' ? '/api/assistant' : '/v1'} at the end.
        </p>
      </div>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-key`}>
          Key
        </label>
        <input
          id={`${id}-key`}
          className={styles.input}
          type="password"
          autoComplete="off"
          value={key}
          disabled={removeKey}
          placeholder={server?.hasKey ? 'Kept; type to replace it' : 'None'}
          onChange={(event) => setKey(event.target.value)}
        />
        <p className={styles.help}>{storageWords(keyStorage)}</p>
        {server?.hasKey && (
          <label className={styles.help}>
            <input
              type="checkbox"
              checked={removeKey}
              onChange={(event) => setRemoveKey(event.target.checked)}
            />{' '}
            Remove the key
          </label>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
      <TestResult test={test} kind={kind} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={test === 'running' || baseUrl.trim() === ''} onClick={() => void runTest()}>
          Test connection
        </Button>
      </div>
    </form>
  )
}

function TestResult({ test, kind }: { test: Result<ConnectionTest> | 'running' | null; kind: ServerKind }) {
  return (
    <div aria-live="polite">
      {test === 'running' && <p className={styles.ok}>Asking the server…</p>}
      {test !== null && test !== 'running' && !test.ok && (
        <p className={styles.error}>{test.error.message}</p>
      )}
      {test !== null && test !== 'running' && test.ok && (
        <p className={styles.ok}>{answerWords(test.value, kind)}</p>
      )}
    </div>
  )
}

function answerWords(answer: ConnectionTest, kind: ServerKind): string {
  const { baseUrl, address, version, models, tookMs } = answer
  const parts = [
    `${baseUrl} answered in ${Math.round(tookMs)} ms`,
    address && `from ${address}`,
    version && `version ${version}`,
    kind === 'afm' && `${models} ${models === 1 ? 'model' : 'models'}`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function storageWords(keyStorage: 'keychain' | 'file' | undefined): string {
  if (keyStorage === 'keychain') return 'Kept in the Keychain, and sent only to this server.'
  return 'Kept in a file of its own that only you can read (mode 0600), and sent only to this server.'
}
