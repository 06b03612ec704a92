import { expect, test } from 'vitest'
import { markup } from './render.ts'

/** The formulas in a reply, as TeX: KaTeX is not loaded on a server, so their source stands. */
function formulas(text: string): string[] {
  return [...markup(text).matchAll(/<code class="[^"]*(?:inlineCode|texSource)[^"]*">([^<]*)<\/code>/g)].map(
    ([, tex]) => tex ?? '',
  )
}

test.each([
  ['It costs $5 and $10.', []],
  ['Between $5-$10, or US$20 to US$30.', []],
  ['$5, $6 or 7$ for all', []],
  ['Set $HOME and $PATH first.', []],
  ['A \\$ and a $ alone, and $ spaced $.', []],
  ['from $1.50/month to $3/month', []],
  ['`$x$` is code', ['$x$']],
  ['a line $x\ny$ break', []],
  ['$x$ and $a_1 + b$, not $5', ['x', 'a_1 + b']],
  ['$5x + 3$ is 5x', ['5x + 3']],
  ['$2^n$, $10$', ['2^n', '10']],
  ['price \\$5 is $p$', ['p']],
  ['inline \\(a \\left( b \\right)\\) there', ['a \\left( b \\right)']],
  ['\\(a \\(b\\)', ['b']],
  ['\\[ x \\\\[2pt] y \\]', ['x \\\\[2pt] y']],
  ['$$E = mc^2$$', ['E = mc^2']],
  ['$$ a\nb $$', ['a\nb']],
  ['$$\na\n\nb\n$$\n\ntext', ['a\n\nb']],
  ['\\[\na\n+ b\n\\]', ['a\n+ b']],
  ['- item:\n\n  $$\n  a\n  - b\n  $$', ['a\n- b']],
  ['> $$\n> a\n> $$', ['a']],
  ['$$ x = 1\nand the rest is prose', []],
  ['$$\nnever closed', ['never closed']],
  ['$'.repeat(500), []],
])('%j', (text, expected) => {
  expect(formulas(text)).toEqual(expected)
})
