import { useEffect, useSyncExternalStore } from 'react'

/** Something in a chunk of its own, which is loaded once and then stays. */
export interface LazyValue<T> {
  /** Starts loading unless that has happened already. */
  prefetch(): void
  /** The value, or undefined until it is there. With `wanted` false nothing is loaded, but what is there is given. */
  use(wanted: boolean): T | undefined
}

/**
 * Makes a lazily loaded value that components read without Suspense: what stands in the meantime is up to
 * the reader, and once loaded it is there in the very render that asks, so that nothing flickers.
 * A failed load is tried again by the next reader that wants it.
 */
export function lazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  let value: T | undefined
  let pending = false
  const listeners = new Set<() => void>()

  function prefetch(): void {
    if (value !== undefined || pending) return
    pending = true
    load().then(
      (loaded) => {
        value = loaded
        for (const listener of listeners) listener()
      },
      () => {
        pending = false
      },
    )
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => value

  return {
    prefetch,
    use(wanted) {
      const current = useSyncExternalStore(subscribe, read, read)
      useEffect(() => {
        if (wanted) prefetch()
      }, [wanted])
      return current
    },
  }
}
