import type { App as ElectronApp } from 'electron'
import type { LoginItem } from '../../shared/native.ts'
import type { HostServices } from '../host.ts'

/**
 * Opening the app at login. macOS keeps whether it does, where the user can change it, too, so nothing is
 * stored here. Off until the user turns it on.
 */
export function createLoginItem(
  app: Pick<ElectronApp, 'getLoginItemSettings' | 'setLoginItemSettings'>,
): NonNullable<HostServices['loginItem']> {
  function get(): LoginItem {
    const { openAtLogin, status } = app.getLoginItemSettings()
    const needsApproval = status === 'requires-approval'
    return { open: openAtLogin || needsApproval, needsApproval }
  }
  return {
    get,
    set(open) {
      app.setLoginItemSettings({ openAtLogin: open })
      return get()
    },
  }
}
