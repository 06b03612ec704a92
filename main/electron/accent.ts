import type { SystemPreferences } from 'electron'

/** The notification in which AppKit tells its colours to have changed, the accent among them. */
const COLOURS_CHANGED = 'NSSystemColorsDidChangeNotification'

export interface Accent {
  /** As `#rrggbb`; null where the system has none. */
  current(): string | null
}

/**
 * The accent colour that the user chose in macOS.
 *
 * @param changed Called when it changes.
 */
export function followAccent(
  preferences: Pick<SystemPreferences, 'getAccentColor'> &
    Partial<Pick<SystemPreferences, 'subscribeLocalNotification'>>,
  changed: () => void,
): Accent {
  // Electron's own event for it exists on other systems only, and this function on macOS only.
  preferences.subscribeLocalNotification?.(COLOURS_CHANGED, changed)
  return {
    current() {
      // RRGGBBAA
      const [, rgb] = /^([0-9a-f]{6})[0-9a-f]{2}$/i.exec(preferences.getAccentColor()) ?? []
      return rgb === undefined ? null : `#${rgb.toLowerCase()}`
    },
  }
}
