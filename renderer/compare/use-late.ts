import { useEffect, useState } from 'react'

/** Whether something has gone on for so long (ms) that it has to be said. */
export function useLate(on: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!on) return
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [on, afterMs])
  return late && on
}
