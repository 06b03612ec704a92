import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber } from '../../../renderer/settings/number-value.ts'
import { escapeStop, unescapeStop } from '../../../renderer/settings/stop-value.ts'
import { samplingSchema } from '../../../shared/chat/settings.ts'

const TEMPERATURE = { min: 0, max: 5 }
const TOP_P = { min: 0, max: 1, aboveMin: true }
const TOP_K = { min: 0, max: 1_000_000, whole: true }

test('empty leaves the value to the server', () => {
  expect(parseNumber('', TEMPERATURE)).toEqual({ ok: true, value: null })
  expect(parseNumber('  ', TOP_K)).toEqual({ ok: true, value: null })
})

test.each([
  ['0.7', TEMPERATURE, 0.7],
  ['0,7', TEMPERATURE, 0.7],
  ['.5', TOP_P, 0.5],
  ['1', TOP_P, 1],
  [' 40 ', TOP_K, 40],
])('%s is a number', (text, range, value) => {
  expect(parseNumber(text, range)).toEqual({ ok: true, value })
})

test.each([
  ['warm', TEMPERATURE],
  ['5.01', TEMPERATURE],
  ['-0.1', TEMPERATURE],
  ['1e3', TOP_K],
  ['0x10', TOP_K],
  ['Infinity', TEMPERATURE],
  ['NaN', TEMPERATURE],
  ['0', TOP_P],
  ['1,000', TOP_K],
  ['1.5', TOP_K],
])('%s is refused with words', (text, range) => {
  const parsed = parseNumber(text, range)
  expect(parsed.ok).toBe(false)
  expect(!parsed.ok && parsed.message).toMatch(/\w+ .*\.$/)
})

test('what a field accepts, main accepts', () => {
  const base = {
    temperature: null,
    topP: null,
    topK: null,
    minP: null,
    maxTokens: null,
    seed: null,
    stop: [],
  }
  fc.assert(
    fc.property(fc.oneof(fc.double().map(String), fc.integer().map(String), fc.string()), (text) => {
      for (const [name, range] of Object.entries({ temperature: TEMPERATURE, topP: TOP_P, topK: TOP_K })) {
        const parsed = parseNumber(text, range)
        if (parsed.ok) expect(samplingSchema.safeParse({ ...base, [name]: parsed.value }).success).toBe(true)
      }
    }),
  )
})

test('any stop sequence survives being written in its field', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(unescapeStop(escapeStop(text))).toBe(text)
    }),
  )
  expect(unescapeStop('\\n\\nUser:')).toBe('\n\nUser:')
  expect(unescapeStop('\\d')).toBe('\\d')
})
