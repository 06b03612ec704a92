import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, StartedTurn, TurnBatch } from '../../shared/bridge.ts'
import { addArrival, EMPTY_RATE_WINDOW, type RateWindow } from '../../shared/metrics/rate-window.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../shared/stream/events.ts'
import type { Turn } from '../../shared/stream/turn.ts'

/** A turn that streams, as far as this window has it. */
export interface LiveTurn {
  readonly turn: Turn
  /** The last batch that is folded in. */
  readonly seq: number
  readonly rate: RateWindow
  /**
   * What the page's clock reads at the turn's zero (the request's departure), ms; the earliest estimate
   * is the one with the least delay in it. Null until something has arrived.
   */
  readonly zeroAtMs: number | null
}

export interface LiveState {
  readonly turns: Readonly<Record<string, LiveTurn>>
}

/** What the live turns need from the rest of the page. */
export interface LiveHooks {
  /** A turn has ended; called before it leaves the live turns, so that no frame lacks it. */
  onEnd(turnId: string, turn: Turn): void
  /** Main does not run this turn: what is shown of it must be read again. `turn` is what had come, if any. */
  onLost(turnId: string, turn: Turn | null): void
  /** The page's clock, ms. */
  nowMs(): number
}

export interface Live {
  readonly store: StoreApi<LiveState>
  /** Takes up a turn that has just begun. A turn that is known already stays as it is. */
  begin(started: StartedTurn): void
  /** Folds one event's batches with one state change. */
  receive(batches: readonly TurnBatch[]): void
  /** Takes up a turn that runs already, from a snapshot; nothing to do for one that is known. */
  ensure(turnId: string): void
  /** Takes every turn up again, as after a lost connection; what is shown stays until the snapshots come. */
  refresh(): void
}

/** Attaching again and again means that something is wrong which trying does not mend. */
const ATTACH_TRIES = 8

/**
 * The turns that stream now: a slice of its own, so that nothing else changes while text arrives.
 * A gap in `seq` is closed by a snapshot from main and never by guessing.
 */
export function createLive(bridge: Bridge, hooks: LiveHooks): Live {
  const store = createStore<LiveState>(() => ({ turns: {} }))
  /** Turns that wait for their snapshot, with the newest seq seen meanwhile. */
  const attaching = new Map<string, number>()

  function settle(turnId: string, live: LiveTurn | null): void {
    const { [turnId]: _before, ...others } = store.getState().turns
    if (live !== null && live.turn.end !== null) hooks.onEnd(turnId, live.turn)
    store.setState({
      turns: live === null || live.turn.end !== null ? others : { ...others, [turnId]: live },
    })
  }

  function lose(turnId: string): void {
    hooks.onLost(turnId, store.getState().turns[turnId]?.turn ?? null)
    settle(turnId, null)
  }

  async function attach(turnId: string, seenSeq: number): Promise<void> {
    if (attaching.has(turnId)) return
    attaching.set(turnId, seenSeq)
    for (let tries = 0; tries < ATTACH_TRIES; tries++) {
      const answer = await bridge.call('turns.attach', { turnId })
      if (!attaching.has(turnId)) return
      if (!answer.ok) {
        attaching.delete(turnId)
        // A lost connection is not a lost turn: the page attaches again when it is back.
        if (answer.error.code === 'disconnected') return
        lose(turnId)
        return
      }
      const { seq, turn } = answer.value
      // A batch that came before the snapshot but is newer than it would leave a gap nobody sees.
      if (seq < (attaching.get(turnId) ?? 0) && turn.end === null) continue
      attaching.delete(turnId)
      settle(turnId, { turn, seq, rate: EMPTY_RATE_WINDOW, zeroAtMs: null })
      return
    }
    attaching.delete(turnId)
    lose(turnId)
  }

  return {
    store,
    begin({ reply }) {
      const known = store.getState().turns[reply.id]
      if (known || reply.turn.end !== null || attaching.has(reply.id)) return
      settle(reply.id, { turn: reply.turn, seq: 0, rate: EMPTY_RATE_WINDOW, zeroAtMs: null })
    },
    receive(batches) {
      const turns: Record<string, LiveTurn> = { ...store.getState().turns }
      let changed = false
      for (const batch of batches) {
        const waiting = attaching.get(batch.turnId)
        if (waiting !== undefined) {
          attaching.set(batch.turnId, Math.max(waiting, batch.seq))
          continue
        }
        const known = turns[batch.turnId]
        if (!known || batch.seq <= known.seq) continue
        if (batch.seq !== known.seq + 1) {
          void attach(batch.turnId, batch.seq)
          continue
        }
        const next = fold(known, batch, hooks.nowMs())
        changed = true
        if (next.turn.end === null) turns[batch.turnId] = next
        else {
          hooks.onEnd(batch.turnId, next.turn)
          delete turns[batch.turnId]
        }
      }
      if (changed) store.setState({ turns })
    },
    ensure(turnId) {
      if (!store.getState().turns[turnId]) void attach(turnId, 0)
    },
    refresh() {
      for (const turnId of Object.keys(store.getState().turns)) void attach(turnId, 0)
    },
  }
}

function fold(live: LiveTurn, batch: TurnBatch, nowMs: number): LiveTurn {
  let rate = live.rate
  for (const event of batch.events) rate = addArrival(rate, event.atMs, deltasOf(event))
  const lastAtMs = batch.events.at(-1)?.atMs
  const zeroAtMs =
    lastAtMs === undefined
      ? live.zeroAtMs
      : Math.min(live.zeroAtMs ?? Number.POSITIVE_INFINITY, nowMs - lastAtMs)
  return { turn: accumulate(live.turn, batch.events), seq: batch.seq, rate, zeroAtMs }
}

function deltasOf(event: StreamEvent): number {
  return event.type === 'content' || event.type === 'reasoning' ? event.deltas : 0
}
