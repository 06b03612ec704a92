import { useEffect } from 'react'
import { useStores } from '../state/context.ts'

/**
 * Tells main that the dashboard is in view as long as this component is there and its page is visible:
 * what is measured for it runs only then.
 */
export function useDashboardView(): void {
  const { machine } = useStores()
  useEffect(() => {
    let end: (() => void) | null = null
    const look = () => {
      if (document.visibilityState === 'visible') end ??= machine.watch()
      else leave()
    }
    const leave = () => {
      end?.()
      end = null
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [machine])
}
