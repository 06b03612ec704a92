import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'

/** Rendering may take one part in this many of the time. */
const SHARE = 5

/**
 * The text to show now. At the end of the stream that is the text; before, it is the text as it was a
 * moment ago when rendering is dear: after a render that took some time, the next one waits for four times
 * as long. So a huge table in a fast stream is drawn less often instead of freezing the window, and
 * anything small is drawn as it comes.
 */
export function usePacedText(text: string, streaming: boolean): string {
  const pace = useRef({ shown: '', notBeforeMs: 0 })
  const [, wake] = useReducer((count: number) => count + 1, 0)
  const startMs = performance.now()
  const waits = streaming && startMs < pace.current.notBeforeMs && text.startsWith(pace.current.shown)
  const shown = waits ? pace.current.shown : text

  useLayoutEffect(() => {
    if (pace.current.shown === shown) return
    // Layout effects of a parent run when its children are rendered: this is what the text has cost.
    const nowMs = performance.now()
    pace.current = { shown, notBeforeMs: nowMs + (nowMs - startMs) * (SHARE - 1) }
  })
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(wake, Math.max(0, pace.current.notBeforeMs - performance.now()))
    return () => clearTimeout(timer)
  })
  return shown
}
