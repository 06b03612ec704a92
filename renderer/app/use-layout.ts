import { useLayoutEffect } from 'react'
import type { Layout } from '../state/app.ts'
import { useStores } from '../state/context.ts'

/** Below this width (px) the profile pane has no room of its own. */
const WIDE_PX = 1000
/** Below this width (px) the sidebar has none either. */
const MEDIUM_PX = 760

/** Which panes a window of this width (px) has room for. */
export function layoutFor(widthPx: number): Layout {
  if (widthPx >= WIDE_PX) return 'wide'
  return widthPx >= MEDIUM_PX ? 'medium' : 'narrow'
}

/** Folds and unfolds the panes as the window's width allows. */
export function useLayout(): void {
  const { app } = useStores()
  useLayoutEffect(() => {
    const update = () => app.setLayout(layoutFor(window.innerWidth))
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [app])
}
