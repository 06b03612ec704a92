import {
  BrowserWindow,
  dialog,
  nativeTheme,
  type Rectangle,
  screen,
  systemPreferences,
  type WebContents,
} from 'electron'
import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'
import { EVENT_CHANNEL } from '../../shared/channels.ts'
import { followAccent } from './accent.ts'
import { PAGE_URL } from './origin.ts'
import { type PageWatch, watchPage } from './page-watch.ts'
import { askWhenUnresponsive } from './unresponsive.ts'
import type { WindowMemory } from './window-memory.ts'
import { windowBackground, windowOptions } from './window-options.ts'
import { placeWindow } from './window-place.ts'

/** The app's windows. Closing one stops nothing: turns belong to the app. */
export interface Windows {
  open(): BrowserWindow
  /** Brings the last used window to the front; opens one if there is none. */
  show(): void
  has(contents: WebContents): boolean
  /** To be told when a page hears events: it gets what waited for it. */
  ready(contents: WebContents): void
  /** Sends an event to every window. */
  broadcast<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
  /** Sends an event to the window in front, as soon as its page is ready; opens one if there is none. */
  tellFront<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
}

export interface WindowsOptions {
  /** The built preload. */
  readonly preloadFile: string
  readonly memory: WindowMemory
  /** Takes what went wrong with a page, for the log. */
  readonly report: (what: string) => void
}

/** A window that has not moved this long is where the user wants it, in ms. */
const SETTLED_MS = 500

interface OpenWindow {
  readonly window: BrowserWindow
  readonly watch: PageWatch
  /** What is sent when the page is ready; null once it is. */
  waiting: (() => void)[] | null
}

export function createWindows({ preloadFile, memory, report }: WindowsOptions): Windows {
  /** In the order of their last use. */
  let windows: OpenWindow[] = []
  const vibrant = process.platform === 'darwin'
  const accent = followAccent(systemPreferences, () => windows.forEach(tellLook))

  function look() {
    return { dark: nativeTheme.shouldUseDarkColors, vibrant }
  }

  function tellLook({ window }: OpenWindow): void {
    if (window.isDestroyed()) return
    send(window, 'window.changed', { fullScreen: window.isFullScreen(), accent: accent.current() })
  }

  function open(): BrowserWindow {
    const remembered = memory.read()
    const place = placeWindow(remembered?.bounds ?? null, workAreas(), windows.map(boundsOf))
    const window = new BrowserWindow(windowOptions(preloadFile, place, look()))
    const entry: OpenWindow = { window, watch: watchPage(window.webContents, report), waiting: [] }
    // Only the first is zoomed or full as the last one was; others open beside it.
    const asBefore = windows.length === 0 ? remembered : null
    windows.push(entry)
    window.on('focus', () => {
      windows = [...windows.filter((other) => other !== entry), entry]
    })
    window.on('closed', () => {
      windows = windows.filter((other) => other !== entry)
    })
    const remember = () =>
      memory.write({
        bounds: window.getNormalBounds(),
        zoomed: window.isMaximized(),
        fullScreen: window.isFullScreen(),
      })
    let settled: NodeJS.Timeout | undefined
    // On macOS these come with every step of a drag.
    const rememberSoon = () => {
      clearTimeout(settled)
      settled = setTimeout(() => {
        if (!window.isDestroyed()) remember()
      }, SETTLED_MS)
    }
    window.on('moved', rememberSoon)
    window.on('resized', rememberSoon)
    window.on('close', remember)
    window.on('enter-full-screen', () => tellLook(entry))
    window.on('leave-full-screen', () => tellLook(entry))
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) entry.waiting ??= []
    })
    askWhenUnresponsive(window, dialog)
    window.once('ready-to-show', () => {
      if (asBefore?.fullScreen) window.setFullScreen(true)
      else if (asBefore?.zoomed) window.maximize()
      window.show()
    })
    // What is wrong with the page is told by what watches it; a window closed while it loads rejects, too.
    window.loadURL(PAGE_URL).catch(() => {})
    return window
  }

  nativeTheme.on('updated', () => {
    for (const { window } of windows) window.setBackgroundColor(windowBackground(look()))
  })

  return {
    open,
    show() {
      const window = windows.at(-1)?.window ?? open()
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    has: (contents) => windows.some(({ window }) => !window.isDestroyed() && window.webContents === contents),
    ready(contents) {
      const entry = windows.find(({ window }) => !window.isDestroyed() && window.webContents === contents)
      if (entry === undefined) return
      entry.watch.ready()
      tellLook(entry)
      for (const deliver of entry.waiting ?? []) deliver()
      entry.waiting = null
    },
    broadcast(name, payload) {
      for (const { window } of windows) send(window, name, payload)
    },
    tellFront(name, payload) {
      if (windows.length === 0) open()
      const front = windows.at(-1)
      if (front?.waiting) front.waiting.push(() => send(front.window, name, payload))
      else if (front) send(front.window, name, payload)
    },
  }
}

/** What is free on each display, the main one first. */
function workAreas(): Rectangle[] {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  return [main, ...others].map(({ workArea }) => workArea)
}

function boundsOf({ window }: OpenWindow): Rectangle {
  return window.getBounds()
}

function send<N extends BridgeEventName>(window: BrowserWindow, name: N, payload: BridgeEvents[N]): void {
  if (window.isDestroyed() || window.webContents.isDestroyed()) return
  window.webContents.send(EVENT_CHANNEL, name, payload)
}
