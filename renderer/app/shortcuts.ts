import { useEffect } from 'react'
import { useStores } from '../state/context.ts'
import type { Stores } from '../state/stores.ts'
import { runningReplyId } from '../state/thread.ts'

export type Shortcut = 'newChat' | 'openSettings' | 'toggleSidebar' | 'toggleProfile'

/** The keys of an event that a shortcut may be made of. */
export type Keys = Pick<KeyboardEvent, 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/**
 * The shortcut an event stands for. By `code`, since Option changes the character. On a Mac as its apps
 * have them; elsewhere (the browser host) with Ctrl, and Ctrl-Alt where a browser keeps Ctrl for itself.
 */
export function shortcutOf(keys: Keys, mac: boolean): Shortcut | null {
  const { code, metaKey: meta, ctrlKey: ctrl, altKey: alt, shiftKey: shift } = keys
  if (shift) return null
  if (mac) {
    if (!meta) return null
    if (code === 'KeyN' && !ctrl && !alt) return 'newChat'
    if (code === 'Comma' && !ctrl && !alt) return 'openSettings'
    if (code === 'KeyS' && ctrl && !alt) return 'toggleSidebar'
    return code === 'KeyP' && alt && !ctrl ? 'toggleProfile' : null
  }
  if (!ctrl || meta) return null
  if (code === 'Comma' && !alt) return 'openSettings'
  if (!alt) return null
  if (code === 'KeyN') return 'newChat'
  if (code === 'KeyS') return 'toggleSidebar'
  return code === 'KeyP' ? 'toggleProfile' : null
}

const IS_MAC = /Mac/.test(globalThis.navigator?.platform ?? '')

/** How a shortcut is written for the user. */
export function shortcutLabel(shortcut: Shortcut, mac = IS_MAC): string {
  const labels: Record<Shortcut, readonly [mac: string, other: string]> = {
    newChat: ['⌘N', 'Ctrl+Alt+N'],
    openSettings: ['⌘,', 'Ctrl+,'],
    toggleSidebar: ['⌃⌘S', 'Ctrl+Alt+S'],
    toggleProfile: ['⌥⌘P', 'Ctrl+Alt+P'],
  }
  return labels[shortcut][mac ? 0 : 1]
}

/** Does what a shortcut or a menu item asks for. */
export function run(shortcut: Shortcut, { app, thread }: Stores): void {
  switch (shortcut) {
    case 'newChat':
      thread.newChat()
      app.closeOverlays()
      requestAnimationFrame(focusMessage)
      return
    case 'openSettings':
      app.openSettings()
      return
    case 'toggleSidebar':
      app.toggleSidebar()
      return
    case 'toggleProfile':
      app.toggleProfile()
  }
}

/** Puts the cursor where the user writes. */
export function focusMessage(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-message]')?.focus()
}

/** Escape takes away what lies over the thread; where nothing does, it stops the reply that runs. */
function onEscape({ app, thread }: Stores): void {
  const { layout, sidebarOpen, profileOpen, settings } = app.store.getState()
  if (settings !== null) return
  if ((layout === 'narrow' && sidebarOpen) || (layout !== 'wide' && profileOpen)) {
    app.closeOverlays()
    focusMessage()
    return
  }
  const turnId = runningReplyId(thread.store.getState())
  if (turnId !== null) void thread.stop(turnId).then((failure) => app.report(failure))
}

/** Listens for the window's shortcuts. */
export function useShortcuts(): void {
  const stores = useStores()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, IS_MAC)
      if (shortcut) {
        event.preventDefault()
        run(shortcut, stores)
      } else if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape(stores)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [stores])
}
