import { useEffect } from 'react'
import type { WindowState } from '../../shared/native.ts'
import { useStores } from '../state/context.ts'
import { accentColours } from './accent.ts'

/**
 * Fits the page into the Mac app's window, and tells main that the page hears events. Stands behind
 * everything else that listens, since effects run in the order of the page: what waited for it comes at once.
 */
export function NativeWindow() {
  const { bridge } = useStores()
  useEffect(() => {
    const stop = bridge.on('window.changed', fitInto)
    void bridge.call('app.pageReady', {})
    return stop
  }, [bridge])
  return null
}

/** Puts what the window looks like on the document, where the style sheets read it. */
export function fitInto({ fullScreen, accent }: WindowState): void {
  const { dataset, style } = document.documentElement
  if (fullScreen) dataset.fullScreen = ''
  else delete dataset.fullScreen
  const colours = accent === null ? null : accentColours(accent)
  for (const [name, value] of [
    ['--accent', colours?.accent],
    ['--accent-fill', colours?.fill],
  ] as const) {
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
}

/**
 * Lets the window's own material shine through the sidebar. Only the Mac app has one; elsewhere the sidebar
 * has a colour.
 *
 * @param platform As `navigator.platform` gives it.
 */
export function markVibrancy(inElectron: boolean, platform: string): void {
  if (inElectron && platform.startsWith('Mac')) document.documentElement.dataset.vibrant = ''
}
