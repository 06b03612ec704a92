import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markup } from './render.ts'

const LENGTH = 100_000
const filled = (unit: string, length = LENGTH) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const staircase = (step: (depth: number) => string, depth: number) =>
  Array.from({ length: depth }, (_, index) => step(index)).join('\n')

/** Texts of which parsers are known to make too much: nesting, unclosed openers, long lines, long tables. */
const DEAR: Readonly<Record<string, string>> = {
  'one line of letters': filled('a'),
  'one line of words': filled('the quick brown fox '),
  'one paragraph of lines': filled('the quick brown fox\n'),
  stars: filled('*'),
  'stars and spaces': filled('* '),
  'openers of emphasis': filled('*a _b '),
  'closers of emphasis': filled('a** b_ '),
  'emphasis in emphasis': filled('*a **b ', 50_000) + filled('** * ', 50_000),
  underscores: filled('_a_'),
  tildes: filled('~~a'),
  'opening brackets': filled('['),
  'closing brackets': filled('a]'),
  'brackets in brackets': filled('[', 50_000) + filled(']', 50_000),
  'half links': filled('[a](b'),
  links: filled('[a](b) '),
  'images in images': filled('![', 50_000) + filled('](x)', 50_000),
  'ten thousand quotes': filled('>', 10_000),
  'spaced quotes': `${filled('> ', 20_000)}a`,
  'ten thousand list items in one': `${filled('- ', 20_000)}a`,
  'numbered items in one': `${filled('1. ', 30_000)}a`,
  'quotes and lists in turn': `${filled('> - ', 40_000)}a`,
  'a staircase of quotes': staircase((depth) => `${'>'.repeat(depth)} a`, 300),
  'a staircase of items': staircase((depth) => `${'  '.repeat(depth)}- a`, 300),
  'a long flat list': filled('- a\n'),
  'a long loose list': filled('- a\n\n'),
  pipes: filled('|'),
  'a long table': `|a|b|\n|-|-|\n${filled('|1|2|\n')}`,
  'a wide table': `${filled('|a', 20_000)}\n${filled('|-', 20_000)}\n`,
  'runs of backticks': staircase((depth) => '`'.repeat(depth + 1), 400).replaceAll('\n', ' '),
  'open comments': filled('<!--'),
  'open tags': filled('<a b="'),
  ampersands: filled('&a'),
  backslashes: filled('\\'),
  dollars: filled('$a '),
  'dollars in pairs': filled('$$a'),
  'open formulas': filled('\\('),
  'formulas in formulas': filled('\\(\\['),
  addresses: filled('www.'),
  'mail addresses': filled('a@b.c '),
  footnotes: filled('[^a]'),
  'footnote definitions': filled('[^a]: x\n\n'),
  definitions: filled('[a]: b\n'),
  'line ends': filled('\n'),
  'carriage returns': filled('\r'),
  'zero bytes': filled('\0'),
  'hard breaks': filled('a  \n'),
  headings: filled('# a\n'),
  rules: filled('---\n'),
  fences: filled('```\n'),
  'an open fence': `\`\`\`\n${filled('x')}`,
  'half characters': filled('\ud800a'),
}

/** These define what nothing refers to, which is not shown. */
const UNSEEN = new Set(['footnote definitions', 'definitions'])

/** The text a reader sees in markup. */
const seen = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '')
const count = (text: string, letter: string) => text.split(letter).length - 1

// A parser that hangs fails the test by its time-out. Both just within what is parsed as one, and beyond.
test.each(Object.entries(DEAR))('%s can be shown, and none of it is lost', (name, text) => {
  for (const part of [text.slice(0, 12_000), text.slice(0, 47_000), text]) {
    const shown = seen(markup(part))
    if (!UNSEEN.has(name)) expect(count(shown, 'a')).toBe(count(part, 'a'))
  }
})

test('any text at all can be shown', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...'*_~`[]()!<>#-+=|\\$&:"\'{}^@.1ax \n\t\r\0\u202e\ud800é漢🙂'),
    maxLength: 300,
  })
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      expect(typeof markup(text)).toBe('string')
    }),
    { numRuns: 1000 },
  )
})
