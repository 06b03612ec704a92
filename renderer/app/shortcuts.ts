import { useEffect } from 'react'
import type { MenuAction } from '../../shared/bridge.ts'
import { useStores } from '../state/context.ts'
import type { Stores } from '../state/stores.ts'
import { runningReplyId } from '../state/thread.ts'

/** What the menu asks of a page, and what only keys ask. */
export type Shortcut = MenuAction | 'undoDeletion'

/** What of a key event a shortcut may be made of. */
export type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** As Mac apps have them: Control, Option, Shift, Command, in the order of the menus. */
const MAC: Readonly<Record<string, Shortcut>> = {
  '⌘N': 'newChat',
  '⌘,': 'openSettings',
  '⌃⌘S': 'toggleSidebar',
  '⌥⌘P': 'toggleProfile',
  '⌥⌘T': 'turns',
  '⌘F': 'find',
  '⇧⌘E': 'export',
  '⌘Z': 'undoDeletion',
}
/** Elsewhere (the browser host) with Control, and Alt too where a browser keeps Control for itself. */
const OTHER: Readonly<Record<string, Shortcut>> = {
  '⌃⌥N': 'newChat',
  '⌃,': 'openSettings',
  '⌃⌥S': 'toggleSidebar',
  '⌃⌥P': 'toggleProfile',
  // With T, many Linux desktops open a terminal.
  '⌃⌥U': 'turns',
  '⌃F': 'find',
  '⌃⇧E': 'export',
  '⌃Z': 'undoDeletion',
}

/** The shortcut an event stands for. */
export function shortcutOf(keys: Keys, mac: boolean): Shortcut | null {
  const { ctrlKey, altKey, shiftKey, metaKey } = keys
  const held = `${ctrlKey ? '⌃' : ''}${altKey ? '⌥' : ''}${shiftKey ? '⇧' : ''}${metaKey ? '⌘' : ''}`
  return (mac ? MAC : OTHER)[held + letterOf(keys)] ?? null
}

/** The key as it is printed; where Option has made another character of it, as it is on most keyboards. */
function letterOf({ key, code }: Keys): string {
  if (/^[a-z,]$/i.test(key)) return key.toUpperCase()
  return code === 'Comma' ? ',' : code.replace(/^Key/, '')
}

const IS_MAC = /Mac/.test(globalThis.navigator?.platform ?? '')

/** How a shortcut is written for the user. */
export function shortcutLabel(shortcut: Shortcut, mac = IS_MAC): string {
  const found = Object.entries(mac ? MAC : OTHER).find(([, candidate]) => candidate === shortcut)
  const keys = found?.[0] ?? ''
  return mac ? keys : keys.replace('⌃', 'Ctrl+').replace('⌥', 'Alt+').replace('⇧', 'Shift+')
}

/** Does what a shortcut or a menu item asks for. */
export function run(shortcut: Shortcut, { app, thread, deletions }: Stores): void {
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
      return
    case 'turns':
      app.openSheet('turns')
      return
    case 'find':
      if (!app.store.getState().sidebarOpen) app.toggleSidebar()
      requestAnimationFrame(focusSearch)
      return
    case 'export':
      app.openSheet('export')
      return
    case 'undoDeletion':
      void deletions.undo().then(app.report)
  }
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-search]')
  field?.focus()
  field?.select()
}

/** Whether there is a deletion to undo, and the key does not belong to text that is being written. */
function canUndo({ deletions }: Stores): boolean {
  const focused = document.activeElement
  const writes =
    (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement) && focused.value !== ''
  return !writes && deletions.store.getState().list.length > 0
}

/** Puts the cursor where the user writes. */
export function focusMessage(): void {
  document.querySelector<HTMLTextAreaElement>('textarea[data-message]')?.focus()
}

/** Escape takes away what lies over the thread; where nothing does, it stops the reply that runs. */
function onEscape({ app, thread }: Stores): void {
  const { layout, sidebarOpen, profileOpen, settings, sheet } = app.store.getState()
  if (settings !== null || sheet !== null) return
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
      if (shortcut === 'undoDeletion' && !canUndo(stores)) return
      if (shortcut) {
        event.preventDefault()
        run(shortcut, stores)
      } else if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape(stores)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [stores])
}
