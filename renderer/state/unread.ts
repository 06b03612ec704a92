import type { BranchItem } from './branch.ts'

/** How many messages are read at once: more than a screen shows, a millisecond or two of main's time. */
export const PAGE_MESSAGES = 20

/** What to ask main for. */
export interface PageRequest {
  readonly aboveId: string
  readonly from: number
  readonly count: number
}

/**
 * Which pages of a branch have to be read. Messages above the end come in pages that always begin at the
 * same places, so that two looks at one place ask once.
 */
export class UnreadPages {
  #endFrom = 0
  /** By page: asked for and not answered, or read since the branch was opened. */
  readonly #asked = new Set<number>()

  /** A branch was opened, of which everything from `endFrom` on is there; what is above is to be read anew. */
  opened(endFrom: number): void {
    this.#endFrom = endFrom
    this.#asked.clear()
  }

  /** Messages were put at the end, the first at `from`. */
  grew(from: number): void {
    this.#endFrom = Math.min(this.#endFrom, from)
  }

  /** What is missing of the items from `first` to before `last`; whoever asks has to read it. */
  take(items: readonly BranchItem[], first: number, last: number): PageRequest[] {
    const end = items[this.#endFrom]
    const requests: PageRequest[] = []
    if (end === undefined || end.role === 'unread') return requests
    const to = Math.min(last, this.#endFrom)
    for (let page = Math.floor(first / PAGE_MESSAGES); page * PAGE_MESSAGES < to; page += 1) {
      if (this.#asked.has(page)) continue
      this.#asked.add(page)
      const from = page * PAGE_MESSAGES
      const count = Math.min(PAGE_MESSAGES, this.#endFrom - from)
      requests.push({ aboveId: end.id, from, count })
    }
    return requests
  }

  /** Everything from `endFrom` on is there; of what is above, some was forgotten. */
  forgot(items: readonly BranchItem[], endFrom: number): void {
    this.#endFrom = endFrom
    for (const [at, item] of items.entries())
      if (item.role === 'unread') this.#asked.delete(Math.floor(at / PAGE_MESSAGES))
  }

  /** A page could not be read: the next look at it asks again. */
  failed({ from }: PageRequest): void {
    this.#asked.delete(from / PAGE_MESSAGES)
  }
}
