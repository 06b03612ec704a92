import type { PowerSaveBlocker } from 'electron'
import type { StartedTurn, TurnBatch } from '../../shared/bridge.ts'
import type { App } from '../host.ts'

/**
 * Keeps macOS from putting the app to sleep (App Nap, idle sleep) while a turn runs, as a hidden app's
 * sockets and timers then stand still; and only then, as holding the Mac awake costs its owner.
 */
export function stayAwakeForTurns(
  app: Pick<App, 'onEvent'>,
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
): void {
  const running = new Set<string>()
  let held: number | null = null

  app.onEvent((name, payload) => {
    if (name === 'turns.started') running.add((payload as StartedTurn).reply.id)
    else if (name === 'turns.batches') {
      for (const { turnId, events } of payload as readonly TurnBatch[]) {
        if (events.some(({ type }) => type === 'done')) running.delete(turnId)
      }
    } else return
    if (running.size > 0) held ??= blocker.start('prevent-app-suspension')
    else if (held !== null) {
      blocker.stop(held)
      held = null
    }
  })
}
