import { expect, test } from 'vitest'
import { composerKey } from '../../../renderer/chat/composer-keys.ts'

const press = (key: string, more: Partial<Parameters<typeof composerKey>[0]> = {}) => ({
  key,
  keyCode: key === 'Enter' ? 13 : 27,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...more,
})

test('Enter sends, with Shift or Option it breaks the line', () => {
  expect(composerKey(press('Enter'), false)).toBe('send')
  expect(composerKey(press('Enter', { shiftKey: true }), false)).toBeNull()
  expect(composerKey(press('Enter', { altKey: true }), false)).toBeNull()
})

test('the Enter of an input method never sends, and its Escape never stops', () => {
  expect(composerKey(press('Enter', { isComposing: true }), false)).toBeNull()
  expect(composerKey(press('Enter', { keyCode: 229 }), false)).toBeNull()
  expect(composerKey(press('Process', { keyCode: 229 }), false)).toBeNull()
  expect(composerKey(press('Escape', { isComposing: true }), true)).toBeNull()
})

test('while a reply runs, Enter holds the text and Escape stops', () => {
  expect(composerKey(press('Enter'), true)).toBe('hold')
  expect(composerKey(press('Escape'), true)).toBe('stop')
  expect(composerKey(press('Escape'), false)).toBeNull()
})
