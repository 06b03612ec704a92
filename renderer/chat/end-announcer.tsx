import { useEffect, useRef, useState } from 'react'
import { useThread } from '../state/context.ts'
import { runningReplyId } from '../state/thread.ts'

/** Tells a screen reader that a reply began and ended, which the eye sees by itself. */
export function EndAnnouncer() {
  const runningId = useThread(runningReplyId)
  const ended = useThread((state) => {
    const last = state.branch.at(-1)
    if (last?.role !== 'assistant' || last.turn.end === null) return ''
    if (last.turn.error) return ''
    return last.turn.stopped ? 'Reply stopped.' : 'Reply complete.'
  })
  const [words, setWords] = useState('')
  const before = useRef(runningId)
  useEffect(() => {
    if (before.current !== null && runningId === null) setWords(ended)
    else if (runningId !== null) setWords('')
    before.current = runningId
  }, [runningId, ended])
  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  )
}
