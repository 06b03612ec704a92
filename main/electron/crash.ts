import type { WebContents } from 'electron'

/** A page that crashes again this soon would only crash on and on, in ms. */
const QUIET_MS = 10_000

/**
 * Loads a page again when its process crashed or ran out of memory. Nothing is lost by it: turns run in the
 * main process, and the new page asks for a snapshot.
 *
 * @param giveUp Called instead if it has just crashed before.
 * @param nowMs A clock, in ms.
 */
export function reloadAfterCrash(
  contents: Pick<WebContents, 'on' | 'reload'>,
  giveUp: () => void,
  nowMs: () => number = () => performance.now(),
): void {
  let lastCrashMs = Number.NEGATIVE_INFINITY
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    const sinceLastMs = nowMs() - lastCrashMs
    lastCrashMs = nowMs()
    if (sinceLastMs >= QUIET_MS) contents.reload()
    else giveUp()
  })
}
