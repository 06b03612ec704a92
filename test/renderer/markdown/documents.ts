import fc from 'fast-check'

const LINES = [
  'plain words here',
  '  two spaces before',
  '   three spaces before',
  '    four spaces before',
  '      six spaces',
  '\tafter a tab',
  '# Heading',
  '   ### Heading in',
  'Setext',
  '---',
  '===',
  '***',
  '- - -',
  '- item',
  '- ',
  '-',
  '  - nested',
  '    - nested deeper',
  '* star item',
  '+ plus item',
  '1. one',
  '2. two',
  '2.',
  '1) paren',
  '10. ten',
  '   continued by three',
  '-     code in item',
  '- # heading in item',
  '- ```',
  '- > quote in item',
  '> quote',
  '> - item in quote',
  '> ```',
  '>',
  '```',
  '```ts',
  '  ```',
  '   ```',
  '    ```',
  '````',
  '~~~',
  '  ~~~ js',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '<div>',
  '</div>',
  '  <span class="x">',
  '<br>',
  '<!-- comment',
  '  <!-- indented comment',
  '-->',
  '<script>',
  '</script>',
  '<https://example.com>',
  '**bold** and `code` and [link](https://example.com)',
  'www.example.com or a_b_c ~~gone~~',
  '- [ ] to do',
  '- [x] done',
  'a \\* b &amp; c',
  '![alt](https://example.com/a.png)',
  '$$',
  '  $$',
  '\\[',
  '\\]',
  '$a$ for $5 and $$b$$',
  '\\(c\\)',
] as const

/** Markdown whose lines were picked to meet in every order: containers, fences, HTML, lazy lines. */
export const documents: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: fc.constant('') }),
    {
      maxLength: 14,
    },
  )
  .map((lines) => lines.join('\n'))

/** A text cut anywhere: the pieces, joined, are the text. */
export function cut(text: string, seeds: readonly number[]): string[] {
  const cuts = [...new Set(seeds.map((seed) => seed % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length))
}
