import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'

type Listener = (payload: never) => void

/** Who listens to which event of the bridge. */
export interface Listeners {
  add<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvents[N]) => void): () => void
  /** Main is trusted: a payload is of the type that its name says. */
  emit(name: string, payload: unknown): void
}

export function createListeners(): Listeners {
  const byName = new Map<string, Set<Listener>>()
  return {
    add(name, listener) {
      const listeners = byName.get(name) ?? new Set()
      byName.set(name, listeners)
      // A wrapper of its own: who adds the same function twice is called twice, and each removal removes one.
      const entry: Listener = (payload) => listener(payload)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    emit(name, payload) {
      for (const listener of byName.get(name) ?? []) {
        try {
          listener(payload as never)
        } catch (error) {
          // One broken listener must not keep the event from the others.
          console.error(`A listener to "${name}" failed.`, error)
        }
      }
    },
  }
}
