import { useEffect, useSyncExternalStore } from 'react'

/** Something in a chunk of its own, which is loaded once and then stays. */
export interface LazyValue<T> {
  /** Starts loading unless that has happened already. A failed load may be tried again. */
  prefetch(): void
  /** The value, or undefined until it is there. */
  read(): T | undefined
  /** Calls the listener when the value has come, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** Makes a value that is loaded when somebody first wants it. */
export function lazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  let value: T | undefined
  let pending = false
  const listeners = new Set<() => void>()
  return {
    prefetch() {
      if (value !== undefined || pending) return
      pending = true
      load().then(
        (loaded) => {
          // In a task of its own: evaluating the chunk has been one, and using it for the first time is another.
          setTimeout(() => {
            value = loaded
            for (const listener of listeners) listener()
          })
        },
        () => {
          pending = false
        },
      )
    },
    read: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Reads a lazy value without Suspense: what stands in the meantime is up to the reader, and once loaded it
 * is there in the very render that asks, so that nothing flickers. Loads only when `wanted`.
 */
export function useLazyValue<T>(lazy: LazyValue<T>, wanted: boolean): T | undefined {
  const value = useSyncExternalStore(lazy.subscribe, lazy.read, lazy.read)
  useEffect(() => {
    if (wanted) lazy.prefetch()
  }, [wanted, lazy])
  return value
}
