import type { PowerSaveBlocker } from 'electron'
import type { StartedTurn, TurnBatch } from '../../shared/bridge.ts'
import type { App } from '../host.ts'

/**
 * Follows how many turns run.
 *
 * @param changed Called with the number whenever it may have changed.
 */
export function followTurns(app: Pick<App, 'onEvent'>, changed: (running: number) => void): void {
  const running = new Set<string>()
  app.onEvent((name, payload) => {
    if (name === 'turns.started') running.add((payload as StartedTurn).reply.id)
    else if (name === 'turns.batches') {
      for (const { turnId, events } of payload as readonly TurnBatch[]) {
        if (events.some(({ type }) => type === 'done')) running.delete(turnId)
      }
    } else return
    changed(running.size)
  })
}

/**
 * Keeps macOS from putting the app to sleep (App Nap, idle sleep) while a turn runs, as a hidden app's
 * sockets and timers then stand still; and only then, as holding the Mac awake costs its owner.
 *
 * @returns What takes the number of turns that run.
 */
export function stayAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (running: number) => void {
  let held: number | null = null
  return (running) => {
    if (running > 0) held ??= blocker.start('prevent-app-suspension')
    else if (held !== null) {
      blocker.stop(held)
      held = null
    }
  }
}
