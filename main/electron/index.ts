import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron'
import { createApp } from '../app.ts'
import { createFileSecrets } from '../secrets/file-secrets.ts'
import { readArguments } from './arguments.ts'
import { answerRequests } from './ipc.ts'
import { menuTemplate } from './menu.ts'
import { guardNavigation } from './navigation.ts'
import { limitPermissions } from './permissions.ts'
import { pdfPrinter } from './print-to-pdf.ts'
import { registerAppScheme, serveAppScheme } from './protocol.ts'
import { quitAfterClose } from './quit.ts'
import { fileSaver } from './save-file.ts'
import { keychainCodec } from './secrets.ts'
import { followTheme } from './theme.ts'
import { createWindows } from './windows.ts'

const { dataFolder, serverUrl } = readArguments(process.argv)

/** A file of the build, seen from `dist/main`, where this module ends up. */
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Does what Electron allows only before it is ready. False if another instance runs, which now comes to the front. */
function prepare(): boolean {
  registerAppScheme(protocol)
  if (dataFolder !== undefined) app.setPath('userData', resolve(dataFolder))
  // Chromium's caches are kept out of the folder that holds the user's conversations.
  const chromiumFolder = join(app.getPath('userData'), 'Chromium')
  mkdirSync(chromiumFolder, { recursive: true, mode: 0o700 })
  app.setPath('sessionData', chromiumFolder)
  return app.requestSingleInstanceLock()
}

/** Opens the app, once {@link prepare} is done. */
async function open(): Promise<void> {
  const userData = app.getPath('userData')
  await app.whenReady()
  const core = await createApp({
    kind: 'electron',
    version: app.getVersion(),
    dataFolder: userData,
    keyStorage: 'keychain',
    secrets: createFileSecrets(join(userData, 'keychain-secrets.json'), keychainCodec(safeStorage)),
    openExternal: (url) => shell.openExternal(url),
    saveFile: fileSaver(dialog, () => BrowserWindow.getFocusedWindow()),
    printToPdf: pdfPrinter((options) => new BrowserWindow(options)),
    ...(serverUrl === undefined ? {} : { serverUrl }),
  })
  app.on(
    'before-quit',
    quitAfterClose(
      () => core.close(),
      () => app.quit(),
    ),
  )

  limitPermissions(session.defaultSession)
  guardNavigation(app, (url) => void core.call('app.openExternal', { url }))
  serveAppScheme(protocol, built('../renderer'))
  await followTheme(core, nativeTheme)

  const windows = createWindows(built('../preload/index.cjs'))
  answerRequests(ipcMain, core, windows.has)
  core.onEvent((name, payload) => windows.broadcast(name, payload))
  const menu = menuTemplate(app.name, {
    send: (action) => windows.tellFront('app.menu', action),
    newWindow: () => void windows.open(),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))

  app.on('second-instance', windows.show)
  app.on('activate', windows.show)
  app.on('window-all-closed', () => {
    // On a Mac an app stays when its last window goes, and so do its turns.
    if (process.platform !== 'darwin') app.quit()
  })
  windows.open()
}

async function main(): Promise<void> {
  try {
    if (prepare()) await open()
    else app.quit()
  } catch (error) {
    dialog.showErrorBox(`${app.name} could not start`, error instanceof Error ? error.message : String(error))
    app.exit(1)
  }
}

// Not awaited: Electron gets ready only after this module has been evaluated, so waiting here would never end.
void main()
