import { useEffect, useId, useRef } from 'react'
import type { ImportReport } from '../../shared/chat/transcript.ts'
import { useImport, useStores } from '../state/context.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import styles from './transcripts.module.css'

/** More titles than this are only counted. */
const TITLES = 8

/** Brings conversations in from a file, chosen or dropped, and says what became of it. */
export function ImportSheet() {
  const { app, importing, thread } = useStores()
  const state = useImport((current) => current)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => () => importing.reset(), [importing])
  const running = state.phase === 'running'

  return (
    <Sheet title="Import" onClose={() => app.closeSheet()}>
      <p className={styles.lead}>
        Chats from AFM Desktop’s own JSON, or from an export of llama.cpp’s web UI (which <code>afm -w</code>{' '}
        opens). What is here already stays as it is.
      </p>
      <input
        ref={field}
        id={id}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="File to import"
        accept=".json,.jsonl,.zip,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) void importing.run(file)
        }}
      />
      <div className={styles.drop}>
        <Button disabled={running} onClick={() => field.current?.click()}>
          Choose a file…
        </Button>
        <span>or drop it anywhere on the window</span>
      </div>
      {state.phase === 'failed' && (
        <p role="alert" className={styles.failure}>
          {state.name}: {state.message}
        </p>
      )}
      <div role="status" aria-label="Result">
        {running && (
          <p className={styles.said}>
            Reading {state.name}… {Math.round(state.done * 100)} %
          </p>
        )}
        {state.phase === 'done' && <Report report={state.report} />}
      </div>
      {state.phase === 'done' && (
        <ul className={styles.titles}>
          {state.report.imported.slice(0, TITLES).map(({ conversationId, title }) => (
            <li key={conversationId}>
              <button
                type="button"
                className={styles.imported}
                onClick={() => {
                  app.closeSheet()
                  void thread.open(conversationId)
                }}
              >
                {title}
              </button>
            </li>
          ))}
          {state.report.imported.length > TITLES && (
            <li className={styles.rest}>and {state.report.imported.length - TITLES} more</li>
          )}
        </ul>
      )}
    </Sheet>
  )
}

function Report({ report }: { report: ImportReport }) {
  return (
    <>
      <p className={styles.report}>{reportWords(report)}</p>
      {report.notes.map((note) => (
        <p key={note} className={styles.said}>
          {note}
        </p>
      ))}
    </>
  )
}

function reportWords({ imported, duplicates }: ImportReport): string {
  const chats = (count: number) => `${count} ${count === 1 ? 'chat' : 'chats'}`
  if (imported.length === 0 && duplicates === 0) return 'There is no chat in this file.'
  if (imported.length === 0) return `Nothing new: ${chats(duplicates)} of it here already.`
  const rest = duplicates === 0 ? '' : `, ${chats(duplicates)} here already`
  return `Imported ${chats(imported.length)}${rest}.`
}
