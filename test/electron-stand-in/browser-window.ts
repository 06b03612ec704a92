import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { BrowserWindowConstructorOptions, BrowserWindow as ElectronWindow, Rectangle } from 'electron'
import { app } from './app.ts'
import type { CdpParams } from './cdp.ts'
import { chromium } from './chromium.ts'
import { onOrder, report } from './control.ts'
import { ipcMain } from './ipc-main.ts'
import { WebContents } from './web-contents.ts'

/** Every window that is open, by the name of its target in Chromium. */
const windows = new Map<string, BrowserWindow>()

/** A window: a page of its own in Chromium. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  readonly #opened: Promise<void>
  #destroyed = false
  #fullScreen = false
  readonly #bounds: Rectangle

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
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

  getBounds(): Rectangle {
    return this.#bounds
  }

  getNormalBounds(): Rectangle {
    return this.#bounds
  }

  isMaximized(): boolean {
    return false
  }

  maximize(): void {}

  restore(): void {}

  isFullScreen(): boolean {
    return this.#fullScreen
  }

  setFullScreen(on: boolean): void {
    this.#fullScreen = on
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
  }

  /** For the stand-in only: its page in Chromium has gone. */
  markClosed(): void {
    this.emit('close')
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

type Used = 'focus' | 'getBounds' | 'getNormalBounds' | 'isDestroyed' | 'isFullScreen' | 'isMaximized'
type AlsoUsed =
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setFullScreen'
  | 'show'
BrowserWindow.prototype satisfies Pick<ElectronWindow, Used | AlsoUsed>

onOrder((order) => {
  const front = [...windows.values()].at(-1)
  if (order.type === 'fullScreen') front?.setFullScreen(order.on)
  else if (order.type === 'hang') front?.emit('unresponsive')
  else if (order.type === 'foreignRequest' && front !== undefined) {
    const { mainFrame } = front.webContents
    const senderFrame = { url: order.url, parent: order.isSubframe ? mainFrame : null }
    const event = { sender: front.webContents, senderFrame }
    const [channel = '', ...args] = order.args
    void ipcMain
      .answer(String(channel), event, args)
      .then((answer) => report({ type: 'foreignAnswer', answer }))
  }
})

function watchTargets(method: string, params: CdpParams): void {
  if (method === 'Target.targetDestroyed') {
    const targetId = params.targetId as string
    const window = windows.get(targetId)
    if (window === undefined) return
    windows.delete(targetId)
    window.markClosed()
    if (windows.size === 0) app.emit('window-all-closed')
  } else if (method === 'Target.targetCrashed') {
    windows.get(params.targetId as string)?.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
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
