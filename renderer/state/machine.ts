import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { PowerSamples, PowerStatus, ServerMetrics } from '../../shared/metrics/live-machine.ts'

export interface MachineState {
  /** Null until main has told. */
  readonly power: PowerStatus | null
  /** GPU power as it was last measured, W; null while nothing measures. */
  readonly gpuPowerW: number | null
  /** Null where the server has no `/metrics`. */
  readonly server: ServerMetrics | null
}

export interface MachineStore {
  readonly store: StoreApi<MachineState>
  /** Asks main to measure for a dashboard in view, until the returned function is called. */
  watch(): () => void
  setPower(power: PowerStatus): void
  setServer(server: ServerMetrics | null): void
  addSamples(samples: PowerSamples): void
}

/** Main believes a page for 25 s: this often it is told again. */
const RENEW_MS = 10_000

/** What this Mac and its server do beside the turns, while the dashboard is in view. */
export function createMachine(bridge: Bridge): MachineStore {
  const store = createStore<MachineState>(() => ({ power: null, gpuPowerW: null, server: null }))
  const viewId = crypto.randomUUID()

  async function tell(visible: boolean): Promise<void> {
    const answer = await bridge.call('dashboard.visible', { viewId, visible })
    if (answer.ok)
      store.setState({ power: answer.value.power, ...(visible && { server: answer.value.server }) })
  }

  return {
    store,
    watch() {
      void tell(true)
      const renewal = setInterval(() => void tell(true), RENEW_MS)
      return () => {
        clearInterval(renewal)
        store.setState({ gpuPowerW: null, server: null })
        void tell(false)
      }
    },
    setPower: (power) => store.setState({ power, ...(power.state !== 'running' && { gpuPowerW: null }) }),
    setServer: (server) => store.setState({ server }),
    addSamples: ({ gpuPowerW }) => store.setState({ gpuPowerW: gpuPowerW.at(-1) ?? null }),
  }
}
