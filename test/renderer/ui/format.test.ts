import { expect, test } from 'vitest'
import { formatFigure, formatSeconds, formatValue } from '../../../renderer/ui/format.ts'

test.each([
  [612.4, '612'],
  [71.44, '71.4'],
  [99.96, '100'],
  [9.99, '9.99'],
  [0.384, '0.38'],
  [0.007, '0.01'],
  [0.0004, '< 0.01'],
  [0, '0.00'],
  [32_768, '32,768'],
])('%d reads %s', (value, text) => {
  expect(formatValue(value)).toBe(text)
})

test('seconds', () => {
  expect(formatSeconds(0)).toBe('0.00 s')
  expect(formatSeconds(0.0031)).toBe('3.1 ms')
  expect(formatSeconds(0.612)).toBe('0.61 s')
  expect(formatSeconds(3.24)).toBe('3.2 s')
  expect(formatSeconds(65)).toBe('1 min 05 s')
})

test('a figure has its unit', () => {
  const figure = { source: 'server', note: '' } as const
  expect(formatFigure({ ...figure, value: 0.38, unit: 'J/token' })).toBe('0.38 J')
  expect(formatFigure({ ...figure, value: 33.4, unit: '%' })).toBe('33 %')
  expect(formatFigure({ ...figure, value: 1234, unit: 'tokens' })).toBe('1,234')
})
