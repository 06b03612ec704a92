/** A page says at least every ten seconds that its dashboard is still in view; this long it is believed. */
const LEASE_MS = 25_000

/**
 * The dashboards in view. Each is a lease that its page renews: a window that crashes, reloads or loses
 * its connection says nothing any more, and its lease runs out, whatever host it was in.
 */
export class DashboardViews {
  readonly #leases = new Map<string, NodeJS.Timeout>()
  readonly #changed: (inView: boolean) => void
  readonly #leaseMs: number

  constructor(changed: (inView: boolean) => void, leaseMs = LEASE_MS) {
    this.#changed = changed
    this.#leaseMs = leaseMs
  }

  get inView(): boolean {
    return this.#leases.size > 0
  }

  /** Takes up, renews or ends the lease of one page's dashboard. */
  set(viewId: string, visible: boolean): void {
    const before = this.inView
    clearTimeout(this.#leases.get(viewId))
    this.#leases.delete(viewId)
    if (visible) {
      const lease = setTimeout(() => this.set(viewId, false), this.#leaseMs)
      lease.unref()
      this.#leases.set(viewId, lease)
    }
    if (this.inView !== before) this.#changed(this.inView)
  }

  close(): void {
    for (const lease of this.#leases.values()) clearTimeout(lease)
    this.#leases.clear()
  }
}
