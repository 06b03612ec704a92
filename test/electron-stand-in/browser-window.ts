import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { BrowserWindowConstructorOptions } from 'electron'
import { app } from './app.ts'
import type { CdpParams } from './cdp.ts'
import { chromium } from './chromium.ts'
import { WebContents } from './web-contents.ts'

/** Every window that is open, by the name of its target in Chromium. */
const windows = new Map<string, BrowserWindow>()

/** A window: a page of its own in Chromium. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  readonly #opened: Promise<void>
  #destroyed = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    app.emit('web-contents-created', {}, this.webContents)
    this.#opened = this.#open(options)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows.values()].at(-1) ?? null
  }

  async loadURL(url: string): Promise<void> {
    await this.#opened
    await this.webContents.loadURL(url)
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(path).href)
  }

  /** Its page in Chromium goes a moment later, and with it the window. */
  destroy(): void {
    this.webContents.closeTarget()
  }

  show(): void {
    this.focus()
  }

  focus(): void {
    this.emit('focus')
  }

  isMinimized(): boolean {
    return false
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  setBackgroundColor(): void {}

  /** For the stand-in only: its page in Chromium has gone. */
  markClosed(): void {
    this.#destroyed = true
    this.webContents.destroy()
    this.emit('closed')
  }

  async #open({ width, height, webPreferences }: BrowserWindowConstructorOptions): Promise<void> {
    const cdp = await chromium()
    cdp.listen('', watchTargets)
    await cdp.send('Target.setDiscoverTargets', { discover: true })
    const { targetId } = await cdp.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    })
    windows.set(targetId as string, this)
    await this.webContents.attach(cdp, targetId as string, webPreferences?.preload ?? '')
  }
}

function watchTargets(method: string, params: CdpParams): void {
  if (method === 'Target.targetDestroyed') {
    const targetId = params.targetId as string
    const window = windows.get(targetId)
    if (window === undefined) return
    windows.delete(targetId)
    window.markClosed()
    if (windows.size === 0) app.emit('window-all-closed')
  } else if (method === 'Target.targetInfoChanged' || method === 'Target.targetCreated') {
    void askAboutPopup(params.targetInfo as TargetInfo)
  }
}

interface TargetInfo {
  readonly targetId: string
  readonly url: string
  readonly openerId?: string
}

const asked = new Set<string>()

/** A page has opened another one: closes it, after the app was asked, unless the app allows it. */
async function askAboutPopup({ targetId, url, openerId }: TargetInfo): Promise<void> {
  const opener = openerId === undefined ? undefined : windows.get(openerId)
  // Its address is known only a moment after its birth.
  if (opener === undefined || url === '' || asked.has(targetId)) return
  asked.add(targetId)
  if (opener.webContents.openHandler({ url }).action === 'allow') return
  const cdp = await chromium()
  await cdp.send('Target.closeTarget', { targetId })
}
