import type { App as ElectronApp, Event, WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/** What becomes of an URL that a page wants to open in a new window. */
export type NewWindowVerdict = 'outside' | 'refused'

/** Links for people go to the user's browser or mail program; every other scheme goes nowhere. */
export function newWindowVerdict(url: string): NewWindowVerdict {
  if (!URL.canParse(url)) return 'refused'
  const { protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'mailto:' ? 'outside' : 'refused'
}

/**
 * Keeps every page, now and later, where it is: no page leaves the app, opens a window or holds a guest.
 *
 * @param openOutside Hands a link that the user clicked to the app, which opens it outside.
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
    if (newWindowVerdict(url) === 'outside') openOutside(url)
    return { action: 'deny' }
  })
}
