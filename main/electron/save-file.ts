import { extname } from 'node:path'
import type { BaseWindow, Dialog } from 'electron'
import { UserError } from '../../shared/result.ts'
import { writeWholeFile } from '../files/private-file.ts'
import type { HostServices } from '../host.ts'

/** What users know the formats by. */
const FORMATS: Readonly<Record<string, string>> = {
  md: 'Markdown',
  html: 'Web page',
  json: 'JSON',
  pdf: 'PDF',
}

/**
 * Saves files where the user says in the system's dialog, which belongs to the window in front.
 * The returned function throws UserError `save-failed` when the file could not be written; what was under
 * its name before is then still there.
 */
export function fileSaver(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  frontWindow: () => BaseWindow | null,
): NonNullable<HostServices['saveFile']> {
  return async (suggestedName, bytes) => {
    const extension = extname(suggestedName).slice(1)
    const options = {
      defaultPath: suggestedName,
      filters: [{ name: FORMATS[extension] ?? extension, extensions: [extension] }],
      properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
    }
    const window = frontWindow()
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options))
    if (canceled || filePath === '') return null
    await writeWholeFile(filePath, bytes, 0o644).catch((error: Error) => {
      throw new UserError('save-failed', `The file could not be saved: ${error.message}`)
    })
    return filePath
  }
}
