import type { Display, PowerSaveBlocker, SystemPreferences } from 'electron'
import { onOrder, report } from './control.ts'

/** The machine the app runs on: its display, its colours and its sleep. */

const mainDisplay: Pick<Display, 'id' | 'workArea'> = {
  id: 1,
  workArea: { x: 0, y: 25, width: 1728, height: 1000 },
}
/** One display, as large as that of a MacBook Pro. */
export const screen = {
  getPrimaryDisplay: () => mainDisplay,
  getAllDisplays: () => [mainDisplay],
}

type Listener = Parameters<SystemPreferences['subscribeLocalNotification']>[1]

class Preferences {
  #accent = '007affff'
  readonly #listeners: Listener[] = []

  getAccentColor(): string {
    return this.#accent
  }

  subscribeLocalNotification(_event: string | null, callback: Listener): number {
    return this.#listeners.push(callback)
  }

  /** For the stand-in only. */
  choose(accent: string): void {
    this.#accent = accent
    for (const listener of this.#listeners) listener('', {}, '')
  }
}
export const systemPreferences = new Preferences()
systemPreferences satisfies Pick<SystemPreferences, 'getAccentColor' | 'subscribeLocalNotification'>
onOrder((order) => {
  if (order.type === 'accent') systemPreferences.choose(order.color)
})

const held = new Set<number>()
let lastBlocker = 0

export const powerSaveBlocker = {
  start(): number {
    lastBlocker += 1
    held.add(lastBlocker)
    report({ type: 'powerSave', held: held.size })
    return lastBlocker
  },
  stop(id: number): boolean {
    const stopped = held.delete(id)
    report({ type: 'powerSave', held: held.size })
    return stopped
  },
} satisfies Pick<PowerSaveBlocker, 'start' | 'stop'>
