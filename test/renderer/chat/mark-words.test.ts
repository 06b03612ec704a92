// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { wordRanges } from '../../../renderer/chat/mark-words.ts'

const found = (html: string, ...words: string[]) => {
  const root = document.createElement('div')
  root.innerHTML = html
  return wordRanges(root, words).map((range) => range.toString())
}

test('every place of every word, in reading order, whatever the case', () => {
  expect(found('<p>Test the <b>SQLite</b> test.</p><p>sqlite</p>', 'sqlite', 'test')).toEqual([
    'Test',
    'SQLite',
    'test',
    'sqlite',
  ])
})

test('no word, no mark; a word of the marks themselves is text', () => {
  expect(found('<p>text</p>')).toEqual([])
  expect(found('<p>text</p>', '')).toEqual([])
  expect(found('<p>&lt;b&gt;</p>', '<b>')).toEqual(['<b>'])
})

test('a text that grows in lower case is never marked past its end', () => {
  expect(found('<p>İİİx</p>', 'x').length).toBeLessThanOrEqual(1)
})

test('a word that stands everywhere is marked often enough', () => {
  expect(found(`<p>${'a '.repeat(5_000)}</p>`, 'a')).toHaveLength(200)
})
