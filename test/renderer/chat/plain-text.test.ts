import { expect, test } from 'vitest'
import { plainText } from '../../../renderer/chat/plain-text.ts'

test.each([
  [
    'marks go',
    '# Title\n\nSome **bold**, *slanted*, ~~old~~ and `code`.',
    'Title\n\nSome bold, slanted, old and code.',
  ],
  ['code stays as it is', '```js\nconst a = "**x**"\n\n  // &amp;\n```', 'const a = "**x**"\n\n  // &amp;'],
  [
    'a link keeps its address',
    'See [the docs](https://example.com/a) or <https://example.com>.',
    'See the docs (https://example.com/a) or https://example.com.',
  ],
  ['lists keep their order', '3. three\n4. four\n   - inner\n', '3. three\n4. four\n   - inner'],
  ['tasks keep their boxes', '- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
  ['tables become tabs', '| a | b |\n|---|---|\n| **1** | 2 |', 'a\tb\n1\t2'],
  ['quotes lose their bars', '> quoted\n> text', 'quoted\ntext'],
  ['entities become characters', 'a &lt; b &amp;&amp; c &#129433; &nope;', 'a < b && c 🦙 &nope;'],
  ['raw HTML is text', '<script>alert(1)</script>\n\n<b>x</b>', '<script>alert(1)</script>\n\n<b>x</b>'],
  ['an image becomes its words', '![A cat](https://example.com/c.png)', 'A cat'],
  ['escapes are undone', '1 \\* 2 \\_', '1 * 2 _'],
  ['nothing is nothing', '', ''],
])('%s', (_, markdown, plain) => {
  expect(plainText(markdown)).toBe(plain)
})

test('what no parser can walk through is copied as it came', () => {
  const hostile = '>'.repeat(60_000)
  expect(plainText(`${hostile} deep`)).toContain('deep')
})
