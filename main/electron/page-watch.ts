import type { WebContents } from 'electron'
import { reloadAfterCrash } from './crash.ts'
import { PAGE_URL } from './origin.ts'
import { type Problem, problemUrl } from './problem-page.ts'

/** Chromium's code for a load that something else took the place of. */
const ABORTED = -3
/** How long a loaded page may take until it says that it is ready, in ms; a busy machine is slow. */
const START_MS = 20_000

/** Sees to it that a window is never blank. */
export interface PageWatch {
  /** The page has started. */
  ready(): void
}

/**
 * Watches a page from its load to its start, and after: whatever stands in its way, the window then shows a
 * page that says so.
 *
 * @param report Takes what went wrong, for the log.
 */
export function watchPage(
  contents: Pick<WebContents, 'on' | 'loadURL' | 'reload' | 'getURL' | 'isDestroyed'>,
  report: (what: string) => void,
): PageWatch {
  let started = false
  let timer: NodeJS.Timeout | undefined

  function show(problem: Problem, detail: string): void {
    report(`page: ${problem}: ${detail}`)
    clearTimeout(timer)
    if (contents.isDestroyed()) return
    // If even this one does not load there is nothing left to show; the window may also be closed meanwhile.
    contents.loadURL(problemUrl(problem)).catch(() => {})
  }

  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return
    started = false
    clearTimeout(timer)
  })
  contents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED && url.startsWith(PAGE_URL)) show('load', description)
  })
  contents.on('did-navigate', (_event, url, status) => {
    clearTimeout(timer)
    if (url.startsWith(PAGE_URL) && status >= 400) show('load', `status ${status}`)
  })
  contents.on('did-finish-load', () => {
    if (started || !contents.getURL().startsWith(PAGE_URL)) return
    clearTimeout(timer)
    timer = setTimeout(() => show('start', 'not ready in time'), START_MS)
    timer.unref()
  })
  contents.on('preload-error', (_event, _file, error) => show('start', `preload: ${error.name}`))
  contents.on('destroyed', () => clearTimeout(timer))
  reloadAfterCrash(contents, () => show('crash', 'again'))

  return {
    ready() {
      started = true
      clearTimeout(timer)
    },
  }
}
