import { expect, test } from 'vitest'
import { type Keys, shortcutOf } from '../../../renderer/app/shortcuts.ts'
import { layoutFor } from '../../../renderer/app/use-layout.ts'

const keys = (code: string, ...held: ('metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey')[]): Keys => ({
  code,
  metaKey: held.includes('metaKey'),
  ctrlKey: held.includes('ctrlKey'),
  altKey: held.includes('altKey'),
  shiftKey: held.includes('shiftKey'),
})

test('a Mac’s shortcuts', () => {
  expect(shortcutOf(keys('KeyN', 'metaKey'), true)).toBe('newChat')
  expect(shortcutOf(keys('Comma', 'metaKey'), true)).toBe('openSettings')
  expect(shortcutOf(keys('KeyS', 'metaKey', 'ctrlKey'), true)).toBe('toggleSidebar')
  expect(shortcutOf(keys('KeyP', 'metaKey', 'altKey'), true)).toBe('toggleProfile')
  expect(shortcutOf(keys('KeyS', 'metaKey'), true)).toBeNull()
  expect(shortcutOf(keys('KeyN', 'metaKey', 'shiftKey'), true)).toBeNull()
})

test('elsewhere with Ctrl, and nothing a browser needs itself', () => {
  expect(shortcutOf(keys('KeyN', 'ctrlKey', 'altKey'), false)).toBe('newChat')
  expect(shortcutOf(keys('KeyN', 'ctrlKey'), false)).toBeNull()
  expect(shortcutOf(keys('KeyP', 'ctrlKey'), false)).toBeNull()
  expect(shortcutOf(keys('Comma', 'ctrlKey'), false)).toBe('openSettings')
  expect(shortcutOf(keys('KeyN'), false)).toBeNull()
})

test('panes fold as the window narrows', () => {
  expect([1280, 1000, 999, 760, 759].map(layoutFor)).toEqual(['wide', 'wide', 'medium', 'medium', 'narrow'])
})
