import type { BrowserWindowConstructorOptions } from 'electron'

/** What a window shows before its page has drawn: the page's own background, so that nothing flashes. */
export function windowBackground(dark: boolean): string {
  return dark ? '#1e1e20' : '#ffffff'
}

/** How a window of the app is made. The page is walled off: a sandboxed process without Node. */
export function windowOptions(preloadFile: string, dark: boolean): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    titleBarStyle: 'hiddenInset',
    backgroundColor: windowBackground(dark),
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
