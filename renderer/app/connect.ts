import type { PageBridge } from '../bridge/index.ts'
import { listen, load, type Stores } from '../state/stores.ts'

/** Joins the stores to main for the life of the page: events, the first load, and what a lost connection missed. */
export function connect(stores: Stores, bridge: PageBridge): void {
  listen(stores)
  void load(stores)
  window.addEventListener('pagehide', () => void stores.drafts.flush())
  bridge.onConnection((connected) => {
    const before = stores.app.store.getState().connected
    stores.app.store.setState({ connected })
    if (connected && !before) void load(stores)
  })
}
