import { useEffect, useState } from 'react'

/** The wall clock (ms since the epoch), read again every `everyMs` while `running`. */
export function useNow(everyMs: number, running: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, running])
  return nowMs
}
