import type { CommandInput, CommandName, CommandOutput } from '../../shared/bridge.ts'
import type { PreloadBridge } from '../../shared/preload-bridge.ts'
import type { Result } from '../../shared/result.ts'
import { createListeners } from './listeners.ts'
import { disconnected, type PageBridge } from './page-bridge.ts'

/** The bridge in Electron's window: over IPC, by what the preload put into the page. */
export function preloadBridge(preload: PreloadBridge): PageBridge {
  const listeners = createListeners()
  preload.on((name, payload) => listeners.emit(name, payload))
  return {
    async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
      try {
        // Main answers each command with the output that the contract gives it.
        return (await preload.call(name, input)) as Result<CommandOutput<N>>
      } catch {
        // Electron rejects only if main is gone or the input cannot be copied.
        return disconnected()
      }
    },
    on: listeners.add,
    onConnection(listener) {
      listener(true)
      return () => {}
    },
  }
}
