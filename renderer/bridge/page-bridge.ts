import type { Bridge } from '../../shared/bridge.ts'
import type { Result } from '../../shared/result.ts'

/** The bridge as a page has it: it also knows whether main can be reached. */
export interface PageBridge extends Bridge {
  /**
   * Tells whether main can be reached: at once if that is known already, then at every change, until the
   * returned function is called. After `true` follows `false`, events were missed: ask for what is shown.
   */
  onConnection(listener: (connected: boolean) => void): () => void
}

/** The answer to a call that did not reach main, or whose answer did not come back. */
export function disconnected(): Result<never> {
  return {
    ok: false,
    error: {
      code: 'disconnected',
      message: 'The connection to the app was lost. It is being restored; please try again.',
    },
  }
}
