import type { BrowserWindow, Dialog } from 'electron'

/**
 * Asks what to do with a window whose page has stopped answering: wait, or load it again. Nothing is lost by
 * the latter: turns run in the main process. The question goes away by itself when the page answers again.
 */
export function askWhenUnresponsive(window: BrowserWindow, dialog: Pick<Dialog, 'showMessageBox'>): void {
  let asking: AbortController | null = null

  async function ask(): Promise<void> {
    if (asking !== null || window.isDestroyed()) return
    const question = new AbortController()
    asking = question
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        message: 'This window does not respond.',
        detail: 'You can wait, or load it again. A reply that is being written goes on and is kept.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal: question.signal,
      })
      if (response === 1 && !question.signal.aborted && !window.isDestroyed())
        // A hung page cannot be asked to reload; what watches it for crashes loads it again.
        window.webContents.forcefullyCrashRenderer()
    } finally {
      asking = null
    }
  }

  window.on('unresponsive', () => void ask())
  window.on('responsive', () => asking?.abort())
  window.on('closed', () => asking?.abort())
}
