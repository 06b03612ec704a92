import type { Result } from './result.ts'

/**
 * What the preload puts into the page as `window.afm`: the bridge without its types, as names and inputs are
 * checked in main and the page's own Bridge gives them back their types.
 */
export interface PreloadBridge {
  call(name: string, input: unknown): Promise<Result<unknown>>
  /** Hands every event to the listener until the returned function is called. */
  on(listener: (name: string, payload: unknown) => void): () => void
}
