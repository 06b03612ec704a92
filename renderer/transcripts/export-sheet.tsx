import { useState } from 'react'
import type { ExportFormat, ExportOutcome, ExportParts } from '../../shared/chat/transcript.ts'
import { Segments } from '../settings/segments.tsx'
import { useApp, useStores, useThread } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { download } from './download.ts'
import { partsOf, type ScopeKind, scopeFor, scopesOf } from './export-choice.ts'
import { printTranscript } from './print-page.ts'
import styles from './transcripts.module.css'

const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['markdown', 'Markdown'],
  ['html', 'HTML'],
  ['pdf', 'PDF'],
  ['json', 'JSON'],
]
const PARTS: readonly (readonly [keyof ExportParts, string])[] = [
  ['reasoning', 'Reasoning'],
  ['toolCalls', 'Tool calls'],
  ['figures', 'Figures'],
  ['samples', 'Profile samples'],
]

/** Takes a transcript out of the app. That it is saved is said only once main says so. */
export function ExportSheet() {
  const { app, bridge } = useStores()
  const openId = useThread((state) => (state.conversation ? state.openId : null))
  const browser = useApp((state) => state.info?.host === 'browser')
  const [format, setFormat] = useState<ExportFormat>('markdown')
  const [scope, setScope] = useState<ScopeKind>('branch')
  const [parts, setParts] = useState(() => partsOf('markdown'))
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const scopes = scopesOf(format, openId !== null)
  const shown = scopes.some(([kind]) => kind === scope) ? scope : (scopes[0]?.[0] ?? 'all')
  const chooseFormat = (next: ExportFormat) => {
    // Between formats of one kind what was ticked stays.
    if ((next === 'json') !== (format === 'json')) {
      setParts(partsOf(next))
      if (shown !== 'all') setScope(next === 'json' ? 'conversation' : 'branch')
    }
    setFormat(next)
    setSaid('')
  }
  const finish = (outcome: ExportOutcome) => {
    if (outcome.outcome === 'saved') setSaid(`Saved as ${outcome.path}`)
    else if (outcome.outcome === 'download') {
      download(outcome)
      setSaid(`Given to the browser as ${outcome.fileName}`)
    } else if (outcome.outcome === 'print') printTranscript(outcome)
  }
  const save = async () => {
    const wanted = scopeFor(shown, openId)
    if (wanted === null) return
    setRunning(true)
    setFailure(null)
    setSaid('')
    const answer = await bridge.call('transcripts.export', { scope: wanted, format, parts })
    setRunning(false)
    if (answer.ok) finish(answer.value)
    else setFailure(answer.error.message)
  }

  return (
    <Sheet title="Export" onClose={() => app.closeSheet()}>
      <Segments label="Format" value={format} options={FORMATS} onChange={chooseFormat} />
      <Segments
        label="What"
        value={shown}
        options={scopes}
        onChange={setScope}
        help={
          format === 'json'
            ? 'JSON keeps everything that is ticked, and can be imported again.'
            : 'Of each chat, the versions that are shown now.'
        }
      />
      <fieldset className={styles.parts}>
        <legend className={styles.legend}>With</legend>
        {PARTS.map(([part, label]) => (
          <label key={part} className={styles.part}>
            <input
              type="checkbox"
              checked={parts[part]}
              onChange={(event) => setParts({ ...parts, [part]: event.target.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.foot}>
        <p role="status" aria-label="Result" className={styles.said}>
          {running ? 'Writing…' : said}
        </p>
        <Button kind="primary" disabled={running} onClick={() => void save()}>
          {browser ? (format === 'pdf' ? 'Print…' : 'Download') : 'Save…'}
        </Button>
      </div>
    </Sheet>
  )
}
