import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useDrafts, useStores, useThread } from '../state/context.ts'
import { runningReplyId } from '../state/thread.ts'
import { Button } from '../ui/button.tsx'
import styles from './composer.module.css'
import { composerKey } from './composer-keys.ts'
import { ContextUse } from './context-use.tsx'
import { ThinkingButton } from './thinking-button.tsx'

/** Where the user writes. Its text is kept until main has taken it, one draft for each conversation. */
export function Composer() {
  const { drafts, thread } = useStores()
  const openId = useThread((state) => state.openId)
  const runningId = useThread(runningReplyId)
  const stopping = useThread((state) => runningId !== null && state.stopping[runningId] === true)
  const text = useDrafts((state) => state.texts[openId ?? ''] ?? '')
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [held, setHeld] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const running = runningId !== null
  const empty = text.trim() === ''

  useEffect(() => {
    if (openId !== undefined) field.current?.focus()
    setFailure(null)
  }, [openId])
  useEffect(() => {
    if (!running) setHeld(false)
  }, [running])

  const send = async () => {
    if (empty || sending || running) return
    setSending(true)
    setFailure(null)
    const failed = await thread.send(text)
    setSending(false)
    if (failed) setFailure(failed.message)
    else {
      // What was typed while main answered stays, in the conversation that a first message has opened.
      const draft = drafts.store.getState().texts[openId ?? ''] ?? ''
      drafts.set(openId, '')
      const rest = draft.startsWith(text) ? draft.slice(text.length) : draft
      drafts.set(openId ?? thread.store.getState().openId, rest)
    }
    field.current?.focus()
  }
  const stop = async () => {
    if (runningId === null) return
    field.current?.focus()
    setFailure((await thread.stop(runningId))?.message ?? null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, keyCode, shiftKey, altKey, nativeEvent } = event
    const meaning = composerKey(
      { key, keyCode, shiftKey, altKey, isComposing: nativeEvent.isComposing },
      running,
    )
    if (meaning === null) return
    event.preventDefault()
    if (meaning === 'send') void send()
    else if (meaning === 'stop') void stop()
    else setHeld(true)
  }

  return (
    <div className={styles.compose}>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {/* A press anywhere in the box is meant for the text. The field itself is what the keyboard reaches. */}
      <div
        className={styles.box}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          field.current?.focus()
        }}
      >
        <textarea
          ref={field}
          data-message
          className={styles.text}
          aria-label="Message"
          placeholder="Message"
          rows={1}
          value={text}
          onChange={(event) => drafts.set(openId, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.row}>
          <ThinkingButton />
          {held && (
            <span className={styles.hint} aria-live="polite">
              Kept until the reply has ended
            </span>
          )}
          <span className={styles.space} />
          <ContextUse />
          {running ? (
            <Button className={styles.stop} aria-label="Stop" onClick={() => void stop()}>
              <i className={styles.square} />
              {stopping ? 'Stopping…' : 'Stop'}
            </Button>
          ) : (
            <Button className={styles.send} disabled={empty || sending} onClick={() => void send()}>
              Send
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
