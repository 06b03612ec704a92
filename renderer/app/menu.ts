import { useEffect } from 'react'
import { useStores } from '../state/context.ts'
import { run } from './shortcuts.ts'

/** Does what is chosen in the Mac menu. Actions this page does not have yet are not ours to answer. */
export function useAppMenu(): void {
  const stores = useStores()
  useEffect(
    () =>
      stores.bridge.on('app.menu', (action) => {
        if (action !== 'find' && action !== 'export') run(action, stores)
      }),
    [stores],
  )
}
