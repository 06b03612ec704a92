import type { App as ElectronApp, Event, WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/**
 * Keeps every page, now and later, where it is: no page leaves the app, opens a window or holds a guest.
 *
 * @param openOutside Hands an URL that a page wants to open to the app, which decides which links go outside.
 */
export function guardNavigation(app: Pick<ElectronApp, 'on'>, openOutside: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openOutside))
}

/** The same for one page. */
export function guardContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  openOutside: (url: string) => void,
): void {
  const keepInside = (event: Event<{ url: string }>) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', keepInside)
  contents.on('will-frame-navigate', keepInside)
  contents.on('will-redirect', keepInside)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}
