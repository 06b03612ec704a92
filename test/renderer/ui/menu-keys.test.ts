import { expect, test } from 'vitest'
import { menuStep } from '../../../renderer/ui/menu-keys.ts'

const LABELS = ['Pin', 'Rename', 'Remove']

test('the arrow keys go round', () => {
  expect(menuStep('ArrowDown', 2, LABELS)).toBe(0)
  expect(menuStep('ArrowUp', 0, LABELS)).toBe(2)
  expect(menuStep('ArrowDown', -1, LABELS)).toBe(0)
  expect(menuStep('End', 0, LABELS)).toBe(2)
})

test('a letter goes to the next item that begins with it', () => {
  expect(menuStep('r', 0, LABELS)).toBe(1)
  expect(menuStep('R', 1, LABELS)).toBe(2)
  expect(menuStep('x', 1, LABELS)).toBeNull()
})

test('Escape and Tab close it, Enter and Space press the item', () => {
  expect(menuStep('Escape', 0, LABELS)).toBe('close')
  expect(menuStep('Tab', 0, LABELS)).toBe('close')
  expect(menuStep('Enter', 0, LABELS)).toBeNull()
  expect(menuStep(' ', 0, LABELS)).toBeNull()
})
