/** Why a generation was stopped: the cancel route, or the client's connection is gone. */
export type StopCause = 'cancelled' | 'disconnected'

/**
 * The generations that run, by request id, so that the cancel route finds them. An id is known from the
 * moment its request was accepted until its reply has ended; afterwards it is unknown again, as on AFM.
 */
export class Cancellations {
  readonly #running = new Map<string, Set<AbortController>>()

  /** Registers a generation; the returned function forgets it. Two clients may use the same id. */
  register(requestId: string, generation: AbortController): () => void {
    const sameId = this.#running.get(requestId) ?? new Set()
    this.#running.set(requestId, sameId.add(generation))
    return () => {
      sameId.delete(generation)
      if (sameId.size === 0 && this.#running.get(requestId) === sameId) this.#running.delete(requestId)
    }
  }

  /** Stops every generation of that id; false when there is none. */
  cancel(requestId: string): boolean {
    const sameId = this.#running.get(requestId)
    if (!sameId) return false
    for (const generation of sameId) generation.abort('cancelled' satisfies StopCause)
    return true
  }

  /** How many generations are registered. */
  get size(): number {
    let size = 0
    for (const sameId of this.#running.values()) size += sameId.size
    return size
  }
}
