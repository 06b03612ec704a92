import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showArguments } from '../../../renderer/chat/arguments.ts'
import { indentJson } from '../../../renderer/chat/indent-json.ts'

const call = (text: string, valid: boolean | null) => ({
  slot: 0,
  index: 0,
  atMs: 0,
  id: 'x',
  name: 'f',
  arguments: text,
  valid,
})

test('indenting is what JSON.stringify does, for every value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, space) => {
      const expected = JSON.stringify(value, null, 2)
      expect(indentJson(JSON.stringify(value, null, space))).toBe(expected)
    }),
  )
})

test('numbers, escapes and repeated keys stay as they were sent', () => {
  expect(indentJson('{"id":12345678901234567890,"n":1.0,"u":"\\u00e9\\/","n":[ ],"o":{ }}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "n": 1.0,\n  "u": "\\u00e9\\/",\n  "n": [],\n  "o": {}\n}',
  )
})

test('arguments are counted while they grow, and shown when they are complete', () => {
  expect(showArguments(call('{"a":', null), true)).toEqual({
    note: 'writing arguments, 5 characters',
    text: '',
  })
  expect(showArguments(call('{"a":1}', true), false)).toEqual({ note: null, text: '{\n  "a": 1\n}' })
})

test('what is not JSON stands as it came', () => {
  expect(showArguments(call('{"a":', false), false)).toEqual({
    note: 'arguments are not valid JSON',
    text: '{"a":',
  })
  expect(showArguments(call('  ', false), false)).toEqual({ note: 'no arguments', text: '' })
})
