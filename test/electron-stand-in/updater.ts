import { EventEmitter } from 'node:events'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import type { AutoUpdater as ElectronUpdater, FeedURLOptions } from 'electron'
import { app } from './app.ts'
import { report } from './control.ts'

/** Chromium's network as electron-updater uses it; Node's requests have the same shape. */
export const net = {
  request: ({ session: _session, ...options }: RequestOptions & { session?: unknown }): ClientRequest =>
    request(options),
}

/** macOS's updater: fetches what it is offered. It cannot look at signatures; a test says what it finds. */
class AutoUpdater extends EventEmitter {
  #feed: FeedURLOptions = { url: '' }

  setFeedURL(feed: FeedURLOptions): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    this.#fetch().catch((error: Error) => this.emit('error', error))
  }

  quitAndInstall(): void {
    report({ type: 'quitAndInstall' })
    app.quit()
  }

  async #fetch(): Promise<void> {
    const answer = await fetch(this.#feed.url, { headers: this.#feed.headers ?? {} })
    const { url } = (await answer.json()) as { url: string }
    const bytes = (await (await fetch(url)).arrayBuffer()).byteLength
    report({ type: 'squirrel', bytes })
    if (process.env.STAND_IN_SIGNATURE === 'foreign') {
      this.emit('error', new Error('Code signature did not pass validation'))
    } else this.emit('update-downloaded', {})
  }
}

export const autoUpdater = new AutoUpdater()
autoUpdater satisfies Pick<ElectronUpdater, 'setFeedURL' | 'checkForUpdates' | 'quitAndInstall'>
