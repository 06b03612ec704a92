import { expect, test } from 'vitest'
import { type Keys, shortcutLabel, shortcutOf } from '../../../renderer/app/shortcuts.ts'
import { layoutFor } from '../../../renderer/app/use-layout.ts'

const keys = (code: string, ...held: ('metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey')[]): Keys => ({
  key: '',
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
  expect(shortcutOf(keys('KeyT', 'metaKey', 'altKey'), true)).toBe('turns')
  expect(shortcutOf(keys('KeyF', 'metaKey'), true)).toBe('find')
  expect(shortcutOf(keys('KeyE', 'metaKey', 'shiftKey'), true)).toBe('export')
  expect(shortcutOf(keys('KeyZ', 'metaKey'), true)).toBe('undoDeletion')
  expect(shortcutOf(keys('KeyZ', 'metaKey', 'shiftKey'), true)).toBeNull()
  expect(shortcutOf(keys('KeyS', 'metaKey'), true)).toBeNull()
  expect(shortcutOf(keys('KeyN', 'metaKey', 'shiftKey'), true)).toBeNull()
})

test('elsewhere with Ctrl, and nothing a browser needs itself', () => {
  expect(shortcutOf(keys('KeyN', 'ctrlKey', 'altKey'), false)).toBe('newChat')
  expect(shortcutOf(keys('KeyU', 'ctrlKey', 'altKey'), false)).toBe('turns')
  expect(shortcutOf(keys('KeyN', 'ctrlKey'), false)).toBeNull()
  expect(shortcutOf(keys('KeyP', 'ctrlKey'), false)).toBeNull()
  expect(shortcutOf(keys('Comma', 'ctrlKey'), false)).toBe('openSettings')
  expect(shortcutOf(keys('KeyN'), false)).toBeNull()
})

test('the letter counts, not its place on an American keyboard', () => {
  expect(shortcutOf({ ...keys('KeyY', 'metaKey'), key: 'z' }, true)).toBe('undoDeletion')
  expect(shortcutOf({ ...keys('KeyP', 'metaKey', 'altKey'), key: 'π' }, true)).toBe('toggleProfile')
})

test('shortcuts are written as they are typed', () => {
  expect(shortcutLabel('toggleProfile', true)).toBe('⌥⌘P')
  expect(shortcutLabel('export', false)).toBe('Ctrl+Shift+E')
  expect(shortcutLabel('newChat', false)).toBe('Ctrl+Alt+N')
})

test('panes fold as the window narrows', () => {
  expect([1280, 1000, 999, 760, 759].map(layoutFor)).toEqual(['wide', 'wide', 'medium', 'medium', 'narrow'])
})
