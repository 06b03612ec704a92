import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron'
import { createApp } from '../app.ts'
import { createFileSecrets } from '../secrets/file-secrets.ts'
import { readArguments } from './arguments.ts'
import { answerRequests } from './ipc.ts'
import { createLog, type Log } from './log.ts'
import { createLoginItem } from './login-item.ts'
import { dockTemplate, type MenuCommands, menuTemplate } from './menu.ts'
import { guardNavigation } from './navigation.ts'
import { limitPermissions } from './permissions.ts'
import { pdfPrinter } from './print-to-pdf.ts'
import { registerAppScheme, serveAppScheme } from './protocol.ts'
import { quitAfterClose } from './quit.ts'
import { followTurns, stayAwake } from './running-turns.ts'
import { fileSaver } from './save-file.ts'
import { keychainCodec } from './secrets.ts'
import { followTheme } from './theme.ts'
import { createUpdates, loadUpdater } from './updates.ts'
import { createWindowMemory } from './window-memory.ts'
import { createWindows } from './windows.ts'

const { dataFolder, serverUrl } = readArguments(process.argv)

/** A file of the build, seen from `dist/main`, where this module ends up. */
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Does what Electron allows only before it is ready. False if another instance runs, which now comes to the front. */
function prepare(): boolean {
  registerAppScheme(protocol)
  if (dataFolder !== undefined) {
    app.setPath('userData', resolve(dataFolder))
    app.setAppLogsPath(join(resolve(dataFolder), 'Logs'))
  }
  // Chromium's caches are kept out of the folder that holds the user's conversations.
  const chromiumFolder = join(app.getPath('userData'), 'Chromium')
  mkdirSync(chromiumFolder, { recursive: true, mode: 0o700 })
  app.setPath('sessionData', chromiumFolder)
  return app.requestSingleInstanceLock()
}

/** Opens the app, once {@link prepare} is done. */
async function open(log: Log): Promise<void> {
  const userData = app.getPath('userData')
  await app.whenReady()
  let turnsRunning = 0
  let last = () => app.quit()
  const updater = await loadUpdater(process.resourcesPath, autoUpdater)
  const updates =
    updater &&
    createUpdates(updater, {
      isBusy: () => turnsRunning > 0,
      quitWith(instead) {
        last = instead
        app.quit()
      },
      report: (error) => log.error('update', error),
    })
  const core = await createApp({
    kind: 'electron',
    version: app.getVersion(),
    dataFolder: userData,
    keyStorage: 'keychain',
    secrets: createFileSecrets(join(userData, 'keychain-secrets.json'), keychainCodec(safeStorage)),
    openExternal: (url) => shell.openExternal(url),
    saveFile: fileSaver(dialog, () => BrowserWindow.getFocusedWindow()),
    printToPdf: pdfPrinter((options) => new BrowserWindow(options)),
    loginItem: createLoginItem(app),
    ...(updates === null ? {} : { updates }),
    report: (error) => log.error('main', error),
    ...(serverUrl === undefined ? {} : { serverUrl }),
  })
  app.on(
    'before-quit',
    quitAfterClose(
      () => core.close(),
      () => {
        log.event('quits')
        last()
      },
      (error) => log.error('quitting', error),
    ),
  )

  limitPermissions(session.defaultSession)
  app.on('session-created', limitPermissions)
  guardNavigation(app, (url) => void core.call('app.openExternal', { url }))
  serveAppScheme(protocol, built('../renderer'))
  await followTheme(core, nativeTheme)

  const windows = createWindows({
    preloadFile: built('../preload/index.cjs'),
    memory: createWindowMemory(join(userData, 'window.json')),
    report: (what) => log.event(what),
  })
  answerRequests(ipcMain, core, windows.has, (contents) => {
    log.event('page ready')
    windows.ready(contents)
  })
  core.onEvent((name, payload) => windows.broadcast(name, payload))
  const keepAwake = stayAwake(powerSaveBlocker)
  followTurns(core, (running) => {
    turnsRunning = running
    keepAwake(running)
  })
  setMenus({
    send: (action) => windows.tellFront('app.menu', action),
    newWindow: () => void windows.open(),
    showLogs: () => void shell.openPath(app.getPath('logs')),
    showLicences: () => void shell.openPath(licencesFile()),
  })

  app.on('second-instance', windows.show)
  app.on('activate', windows.show)
  app.on('window-all-closed', () => {
    // On a Mac an app stays when its last window goes, and so do its turns.
    if (process.platform !== 'darwin') app.quit()
  })
  windows.open()
}

function setMenus(commands: MenuCommands): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(app.name, commands)))
  app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(commands)))
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: app.getVersion(),
    version: `Electron ${process.versions.electron}`,
    copyright: 'MIT licence. © 2026 AFM Desktop contributors',
    credits: 'Chat with models on your own Mac, and see what the machine does while they answer.',
  })
}

/** Beside the archive in the packed app, where another program can read it; else where vite put it. */
function licencesFile(): string {
  return app.isPackaged ? join(process.resourcesPath, 'licences.txt') : built('../licences.txt')
}

async function main(): Promise<void> {
  let log: Log | undefined
  try {
    if (prepare()) {
      log = createLog(app.getPath('logs'))
      watchFaults(log)
      await open(log)
    } else app.quit()
  } catch (error) {
    log?.error('could not start', error)
    dialog.showErrorBox(`${app.name} could not start`, error instanceof Error ? error.message : String(error))
    app.exit(1)
  }
}

/** Notes what nobody caught; what then happens stays as Electron has it. */
function watchFaults(log: Log): void {
  log.event(
    `starts: ${app.getVersion()}, Electron ${process.versions.electron}, ${process.getSystemVersion()}`,
  )
  process.on('uncaughtExceptionMonitor', (error) => log.error('uncaught', error))
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.event(`process gone: ${type}, ${reason}, ${exitCode}`)
  })
}

// Not awaited: Electron gets ready only after this module has been evaluated, so waiting here would never end.
void main()
