import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../../shared/bridge.ts'

/** What the menu can do beyond Electron's own roles. */
export interface MenuCommands {
  /** Carries out what concerns a page, in the window in front. */
  send(action: MenuAction): void
  newWindow(): void
  showLogs(): void
  /** Of the libraries in the app. */
  showLicences(): void
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** The menu bar, in the order and with the keys that Mac apps have. */
export function menuTemplate(appName: string, commands: MenuCommands): MenuItemConstructorOptions[] {
  const page = (label: string, accelerator: string, action: MenuAction): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => commands.send(action),
  })

  return [
    {
      label: appName,
      submenu: [
        { role: 'about' },
        separator,
        page('Settings…', 'CommandOrControl+,', 'openSettings'),
        separator,
        { role: 'services' },
        separator,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        separator,
        { role: 'quit' },
      ],
    },
    {
      label: 'File',
      submenu: [
        page('New Chat', 'CommandOrControl+N', 'newChat'),
        { label: 'New Window', accelerator: 'Shift+CommandOrControl+N', click: () => commands.newWindow() },
        separator,
        page('Export…', 'Shift+CommandOrControl+E', 'export'),
        separator,
        { role: 'close' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'delete' },
        { role: 'selectAll' },
        separator,
        page('Find…', 'CommandOrControl+F', 'find'),
      ],
    },
    {
      label: 'View',
      submenu: [
        page('Toggle Sidebar', 'Control+Command+S', 'toggleSidebar'),
        page('Toggle Profile', 'Alt+CommandOrControl+P', 'toggleProfile'),
        page('Turns…', 'Alt+CommandOrControl+T', 'turns'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Show Logs', click: () => commands.showLogs() },
        { label: 'Licences', click: () => commands.showLicences() },
      ],
    },
  ]
}

/** The menu of the icon in the Dock; macOS adds the windows and what every app has. */
export function dockTemplate(
  commands: Pick<MenuCommands, 'send' | 'newWindow'>,
): MenuItemConstructorOptions[] {
  return [
    { label: 'New Chat', click: () => commands.send('newChat') },
    { label: 'New Window', click: () => commands.newWindow() },
  ]
}
