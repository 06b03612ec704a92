import type { NativeTheme } from 'electron'
import type { Settings } from '../../shared/chat/settings.ts'
import type { App } from '../host.ts'

/**
 * Makes Electron follow the theme that the user set: its own menus and dialogs, and what pages see as
 * `prefers-color-scheme`. Resolves when the stored theme is in force, so that no window opens in another one.
 */
export async function followTheme(
  app: Pick<App, 'call' | 'onEvent'>,
  nativeTheme: Pick<NativeTheme, 'themeSource'>,
): Promise<void> {
  app.onEvent((name, payload) => {
    if (name === 'settings.changed') nativeTheme.themeSource = (payload as Settings).theme
  })
  const settings = await app.call('settings.get', {})
  if (settings.ok) nativeTheme.themeSource = (settings.value as Settings).theme
}
