import { useLayoutEffect } from 'react'
import { useSettings } from '../state/context.ts'

/** Puts the chosen theme on the document; `system` leaves it to prefers-color-scheme. */
export function useTheme(): void {
  const theme = useSettings((state) => state.settings?.theme ?? 'system')
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
