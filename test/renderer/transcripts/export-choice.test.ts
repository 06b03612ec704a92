import { expect, test } from 'vitest'
import { partsOf, scopeFor, scopesOf } from '../../../renderer/transcripts/export-choice.ts'

test('a format that reads like a book offers no branches', () => {
  expect(scopesOf('html', true).map(([kind]) => kind)).toEqual(['branch', 'all'])
  expect(scopesOf('json', true).map(([kind]) => kind)).toEqual(['conversation', 'branch', 'all'])
})

test('where no chat is open there is only everything', () => {
  expect(scopesOf('json', false).map(([kind]) => kind)).toEqual(['all'])
  expect(scopeFor('branch', null)).toBeNull()
  expect(scopeFor('all', null)).toEqual({ kind: 'all' })
  expect(scopeFor('branch', 'c')).toEqual({ kind: 'branch', conversationId: 'c' })
})

test('JSON loses nothing unless the user says so', () => {
  expect(Object.values(partsOf('json'))).toEqual([true, true, true, true])
  expect(partsOf('markdown')).toMatchObject({ reasoning: false, samples: false })
})
