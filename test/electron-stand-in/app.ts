import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, LoginItemSettings, Settings } from 'electron'
import { endChromium, startChromium } from './chromium.ts'
import { onOrder, report } from './control.ts'

const packageFile = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { productName, version } = JSON.parse(packageFile) as { productName: string; version: string }

/** An event as Electron emits it, with whether a listener prevented it. */
export function preventable<T extends object>(details: T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

class StandInApp extends EventEmitter {
  readonly name = productName
  readonly #paths = new Map([
    ['userData', join(tmpdir(), 'afm-stand-in', 'data')],
    ['sessionData', tmpdir()],
    ['logs', join(tmpdir(), 'afm-stand-in', 'logs')],
  ])
  /** As in the packed app if the test gives it resources. */
  readonly isPackaged = process.resourcesPath !== ''
  readonly dock = { setMenu(): void {} }
  #openAtLogin = false
  readonly #evaluated = Promise.withResolvers<void>()
  #ready = false

  isReady(): boolean {
    return this.#ready
  }

  async whenReady(): Promise<void> {
    await this.#evaluated.promise
    await startChromium(this.getPath('sessionData'))
    this.#ready = true
  }

  /** For the stand-in only: the main module has been evaluated. */
  markEvaluated(): void {
    this.#evaluated.resolve()
  }

  getName(): string {
    return this.name
  }

  getAppPath(): string {
    return ''
  }

  getVersion(): string {
    return version
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  setAppLogsPath(path = ''): void {
    this.setPath('logs', path)
  }

  setAboutPanelOptions(): void {}

  getLoginItemSettings(): LoginItemSettings {
    return {
      openAtLogin: this.#openAtLogin,
      wasOpenedAtLogin: false,
      status: this.#openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: this.#openAtLogin,
      launchItems: [],
    }
  }

  setLoginItemSettings({ openAtLogin = false }: Settings): void {
    this.#openAtLogin = openAtLogin
    report({ type: 'loginItem', open: openAtLogin })
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  quit(): void {
    const event = preventable({})
    this.emit('before-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }

  exit(code: number): void {
    endChromium().then(
      () => process.exit(code),
      () => process.exit(code),
    )
  }
}

export const app = new StandInApp()
app satisfies Pick<
  App,
  | 'exit'
  | 'getAppPath'
  | 'getLoginItemSettings'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'name'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setAboutPanelOptions'
  | 'setAppLogsPath'
  | 'setLoginItemSettings'
  | 'setPath'
  | 'whenReady'
>

// Electron quits in order on these signals.
process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())
onOrder((order) => {
  if (order.type === 'activate') app.emit('activate')
})
