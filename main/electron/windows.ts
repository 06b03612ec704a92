import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, type WebContents } from 'electron'
import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'
import { EVENT_CHANNEL } from '../../shared/channels.ts'
import { reloadAfterCrash } from './crash.ts'
import { PAGE_URL } from './origin.ts'
import { windowBackground, windowOptions } from './window-options.ts'

/** The app's windows. Closing one stops nothing: turns belong to the app. */
export interface Windows {
  open(): BrowserWindow
  /** Brings the last used window to the front; opens one if there is none. */
  show(): void
  has(contents: WebContents): boolean
  /** Sends an event to every window. */
  broadcast<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
  /** Sends an event to the window in front; opens one, and waits for its page, if there is none. */
  tellFront<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
}

/** @param preloadFile The built preload. */
export function createWindows(preloadFile: string): Windows {
  /** In the order of their last use. */
  let windows: BrowserWindow[] = []

  function open(): BrowserWindow {
    const options: BrowserWindowConstructorOptions = windowOptions(
      preloadFile,
      nativeTheme.shouldUseDarkColors,
    )
    const window = new BrowserWindow(options)
    windows.push(window)
    window.on('focus', () => {
      windows = [...windows.filter((other) => other !== window), window]
    })
    window.on('closed', () => {
      windows = windows.filter((other) => other !== window)
    })
    reloadAfterCrash(window.webContents)
    window.once('ready-to-show', () => window.show())
    // A window that is closed while it loads rejects; there is nothing left to show the failure in.
    window.loadURL(PAGE_URL).catch((error: Error) => console.error(`The page did not load: ${error.message}`))
    return window
  }

  nativeTheme.on('updated', () => {
    for (const window of windows) {
      window.setBackgroundColor(windowBackground(nativeTheme.shouldUseDarkColors))
    }
  })

  return {
    open,
    show() {
      const window = windows.at(-1) ?? open()
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    has: (contents) => windows.some((window) => !window.isDestroyed() && window.webContents === contents),
    broadcast(name, payload) {
      for (const window of windows) send(window, name, payload)
    },
    tellFront(name, payload) {
      const front = windows.at(-1)
      if (front !== undefined) {
        send(front, name, payload)
        return
      }
      const window = open()
      window.webContents.once('did-finish-load', () => send(window, name, payload))
    },
  }
}

function send(window: BrowserWindow, name: string, payload: unknown): void {
  if (window.isDestroyed() || window.webContents.isDestroyed()) return
  window.webContents.send(EVENT_CHANNEL, name, payload)
}
