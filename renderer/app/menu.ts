import { useEffect } from 'react'
import { useStores } from '../state/context.ts'
import { run } from './shortcuts.ts'

/** Does what is chosen in the Mac menu. */
export function useAppMenu(): void {
  const stores = useStores()
  useEffect(() => stores.bridge.on('app.menu', (action) => run(action, stores)), [stores])
}
