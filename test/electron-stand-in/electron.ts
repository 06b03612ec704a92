/** The stand-in for the module `electron` in the main process: what the app uses of it, and no more. */
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc-main.ts'
export { powerSaveBlocker, screen, systemPreferences } from './machine.ts'
export { Menu } from './menu.ts'
export { protocol } from './protocol.ts'
export { dialog, nativeTheme, safeStorage, session, shell } from './system.ts'
export { autoUpdater, net } from './updater.ts'
