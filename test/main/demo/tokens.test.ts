import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitTokens, tokenId } from '../../../main/demo/tokens.ts'

test('the slices of any text join to the text, and none is empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const tokens = splitTokens(text)
      expect(tokens.join('')).toBe(text)
      expect(tokens).not.toContain('')
    }),
  )
})

test('a word keeps its leading space, long words and numbers are cut', () => {
  expect(splitTokens('Hello wide world, internationalisation 12345')).toEqual([
    'Hello',
    ' wide',
    ' world',
    ',',
    ' internati',
    'onalisati',
    'on',
    ' ',
    '123',
    '45',
  ])
})

test('equal slices have equal ids inside the vocabulary', () => {
  expect(tokenId(' the')).toBe(tokenId(' the'))
  expect(tokenId(' the')).not.toBe(tokenId('the'))
  expect(tokenId('x')).toBeLessThan(151_936)
})
