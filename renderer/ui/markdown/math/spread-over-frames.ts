/** How long the jobs of one frame may take together before the rest waits for the next. */
const BUDGET_MS = 8

/** Jobs that need not all be done in the frame that wants them. */
class Spread {
  #spentMs = 0
  #ticking = false
  readonly #waiting = new Set<() => void>()

  /** Runs a job at once if this frame has time for it, else in a later one. Returns what takes it back. */
  add(job: () => void): () => void {
    if (this.#spentMs < BUDGET_MS) this.#run(job)
    else this.#waiting.add(job)
    this.#tick()
    return () => this.#waiting.delete(job)
  }

  #tick(): void {
    if (this.#ticking) return
    this.#ticking = true
    requestAnimationFrame(() => {
      this.#ticking = false
      this.#spentMs = 0
      for (const job of this.#waiting) {
        if (this.#spentMs >= BUDGET_MS) return this.#tick()
        this.#waiting.delete(job)
        this.#run(job)
      }
    })
  }

  #run(job: () => void): void {
    const startMs = performance.now()
    job()
    this.#spentMs += performance.now() - startMs
  }
}

/**
 * Formulas to be set. A conversation of a hundred of them is opened in a dozen frames instead of freezing for
 * as long.
 */
export const formulas = new Spread()
