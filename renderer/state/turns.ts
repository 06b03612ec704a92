import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import type { TurnSummary } from '../../shared/metrics/turn-summary.ts'
import type { Failure } from '../../shared/result.ts'

export interface TurnsState {
  /** Newest first; null until the first page has come. */
  readonly items: readonly TurnSummary[] | null
  /** How many turns there are in what is listed, read or not. */
  readonly total: number
  /** How many of those that were read could not be understood. */
  readonly unreadable: number
  /** Whether there are turns beyond those that were read. */
  readonly more: boolean
  readonly reading: boolean
  /** Why the turns could not be read; what was there before stays. */
  readonly failure: Failure | null
}

export interface TurnsStore {
  readonly store: StoreApi<TurnsState>
  /** Reads the turns of a conversation, or of all (null), and keeps the list true until `leave`. */
  read(conversationId: string | null): Promise<void>
  /** Reads as many again beyond those that are there. */
  more(): Promise<void>
  /** Tries again what failed. */
  retry(): void
  /** Something of the turns may have changed: a list that is in view is read again. */
  changed(): void
  leave(): void
}

const PAGE = 50
/** Turns read in one go. */
export const TURNS_STEP = 500
/** Changes come in pairs, as when a turn ends: one reading serves them all. */
const PAUSE_MS = 200

const NOTHING: TurnsState = {
  items: null,
  total: 0,
  unreadable: 0,
  more: false,
  reading: false,
  failure: null,
}

/** The turns that have ended, for the sheet that compares them. */
export function createTurns(bridge: Bridge): TurnsStore {
  const store = createStore<TurnsState>(() => NOTHING)
  const { getState: get, setState: set } = store
  /** What is in view: undefined while nothing is. */
  let scope: string | null | undefined
  let wanted = TURNS_STEP
  /** Where the list that is there goes on. */
  let next: string | null = null
  /** Only the latest reading may say anything. */
  let readings = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Reads page by page from the newest, or on from what is there. A list that is read anew stays as it is
   * until all of it has come; else every page is shown at once.
   */
  async function readPages(conversationId: string | null, { on }: { readonly on: boolean }): Promise<void> {
    const mine = ++readings
    set({ reading: true, failure: null })
    const atOnce = on || get().items === null
    const items = on ? [...(get().items ?? [])] : []
    let unreadable = on ? get().unreadable : 0
    let after = on ? next : null
    for (;;) {
      const answer = await bridge.call('turns.list', { conversationId, after, limit: PAGE })
      if (mine !== readings) return
      if (!answer.ok) return set({ failure: answer.error, reading: false })
      const page = answer.value
      items.push(...page.items)
      unreadable += page.unreadable
      after = page.next
      const complete = after === null || items.length >= wanted
      if (complete || atOnce) {
        next = after
        const more = after !== null
        set({ items: [...items], total: page.total, unreadable, more, reading: !complete })
      }
      if (complete) return
    }
  }

  return {
    store,
    async read(conversationId) {
      clearTimeout(timer)
      scope = conversationId
      wanted = TURNS_STEP
      set(NOTHING)
      await readPages(conversationId, { on: false })
    },
    async more() {
      if (scope === undefined || get().reading || !get().more) return
      wanted += TURNS_STEP
      await readPages(scope, { on: true })
    },
    retry() {
      if (scope !== undefined) void readPages(scope, { on: false })
    },
    changed() {
      if (scope === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (scope !== undefined) void readPages(scope, { on: false })
      }, PAUSE_MS)
    },
    leave() {
      clearTimeout(timer)
      scope = undefined
      readings += 1
      set(NOTHING)
    },
  }
}
