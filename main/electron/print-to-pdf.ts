import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import type { HostServices } from '../host.ts'

/** A page that is printed is nobody's: it is not shown, runs nothing and keeps nothing. */
const OPTIONS: BrowserWindowConstructorOptions = {
  show: false,
  webPreferences: {
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    partition: 'transcript-print',
  },
}

/**
 * Prints pages in a window that is never seen. They come by a file, as an address that holds them would be
 * too long; it is in a folder that only the user can read, and gone when the printing has ended.
 */
export function pdfPrinter(
  openWindow: (
    options: BrowserWindowConstructorOptions,
  ) => Pick<BrowserWindow, 'loadFile' | 'webContents' | 'destroy'>,
): NonNullable<HostServices['printToPdf']> {
  return async (html) => {
    const folder = await mkdtemp(join(tmpdir(), 'afm-desktop-print-'))
    try {
      const file = join(folder, 'transcript.html')
      await writeFile(file, html, { mode: 0o600 })
      const window = openWindow(OPTIONS)
      try {
        await window.loadFile(file)
        return await window.webContents.printToPDF({
          printBackground: true,
          preferCSSPageSize: true,
          generateTaggedPDF: true,
          generateDocumentOutline: true,
        })
      } finally {
        window.destroy()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
