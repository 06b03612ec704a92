import { expect, test } from 'vitest'
import { listStep } from '../../../renderer/conversations/list-keys.ts'

const TITLES = ['Apples', 'Bananas', 'Apricots', 'Cherries', 'apfel']
const press = (key: string, at: number, typed = '', shiftKey = false) =>
  listStep(
    { key, shiftKey },
    { at, count: TITLES.length, titleAt: (position) => TITLES[position] ?? '', typed },
  )

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['PageDown', 1, 4],
  ['PageUp', 4, 0],
])('%s from %i goes to %i', (key, from, to) => {
  expect(press(key, from)).toEqual({ action: 'move', to, typed: '' })
})

test('a letter goes to the next title that begins with it, round the end', () => {
  expect(press('a', 0)).toMatchObject({ to: 2, typed: 'a' })
  expect(press('A', 4)).toMatchObject({ to: 0 })
})

test('more letters narrow it down, and stay where they still fit', () => {
  expect(press('p', 2, 'a')).toMatchObject({ to: 2, typed: 'ap' })
  expect(press('f', 2, 'ap')).toMatchObject({ to: 4, typed: 'apf' })
  expect(press('x', 2, 'ap')).toMatchObject({ to: 2, typed: 'apx' })
})

test('what is done to a chat', () => {
  expect(press('F2', 1)).toEqual({ action: 'rename' })
  expect(press('Delete', 1)).toEqual({ action: 'delete' })
  expect(press('Backspace', 1)).toEqual({ action: 'delete' })
  expect(press('F10', 1, '', true)).toEqual({ action: 'menu' })
})

test('Enter and Space press the chat, unless a space is part of a title', () => {
  expect(press('Enter', 1)).toBeNull()
  expect(press(' ', 1)).toBeNull()
  expect(press(' ', 1, 'ab')).toMatchObject({ action: 'move', typed: 'ab ' })
  expect(press('Tab', 1)).toBeNull()
})

test('an empty list has no answer', () => {
  expect(
    listStep({ key: 'End', shiftKey: false }, { at: 0, count: 0, titleAt: () => '', typed: '' }),
  ).toBeNull()
})
