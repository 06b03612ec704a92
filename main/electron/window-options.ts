import type { BrowserWindowConstructorOptions } from 'electron'
import type { Area } from './window-place.ts'

/** What a window looks like before its page has drawn. */
export interface WindowLook {
  readonly dark: boolean
  /** Whether the system can let the desktop shine through the sidebar: macOS does. */
  readonly vibrant: boolean
}

/** The page's own background, so that nothing flashes; clear where the system draws what is behind the page. */
export function windowBackground({ dark, vibrant }: WindowLook): string {
  if (vibrant) return '#00000000'
  return dark ? '#1e1e20' : '#ffffff'
}

/** How a window of the app is made. The page is walled off: a sandboxed process without Node. */
export function windowOptions(
  preloadFile: string,
  place: Area,
  look: WindowLook,
): BrowserWindowConstructorOptions {
  return {
    ...place,
    minWidth: 720,
    minHeight: 480,
    show: false,
    titleBarStyle: 'hiddenInset',
    // In the middle of the page's own bar, 52 px high; the page leaves 78 px for them.
    trafficLightPosition: { x: 18, y: 18 },
    backgroundColor: windowBackground(look),
    ...(look.vibrant ? { vibrancy: 'sidebar', visualEffectState: 'followWindow' } : {}),
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  }
}
