import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SECURITY_HEADERS } from '../../../main/security/content-policy.ts'
import { type PageServer, servePage } from '../../bench/render/page-server.ts'
import { CHROMIUM_ARGS, requireChromium } from '../../browser.ts'

let server: PageServer
let browser: Browser
let page: Page
/** Every address the page has asked for. */
let requests: string[]

beforeAll(async () => {
  server = await servePage(new URL('./page/', import.meta.url), SECURITY_HEADERS)
  browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
  requests = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(server.url)
  await page.waitForFunction(() => 'show' in window)
}, 30_000)
afterEach(async () => {
  const refused = await page.evaluate(() => window.refused)
  await page.context().close()
  expect(refused).toEqual([])
})

const show = (text: string, streaming = false) =>
  page.evaluate((state) => window.show(state), { text, streaming })
const opened = () => page.evaluate(() => window.opened)

test('code gets its colours when its fence closes, from a worker the policy allows', async () => {
  await show('```python\ndef f(x):\n    return "a"  # why\n', true)
  await page.locator('pre code').waitFor()
  expect(await page.locator('pre span span').count()).toBe(0)
  await show('```python\ndef f(x):\n    return "a"  # why\n```\n', true)
  await page.locator('pre span span').first().waitFor()
  expect(await page.locator('pre span span').allTextContents()).toEqual(
    expect.arrayContaining(['def', 'f', 'return', '"a"', '# why']),
  )
  expect(await page.locator('pre code').textContent()).toBe('def f(x):\n    return "a"  # why\n')
})

test('a language nobody knows gets no colours', async () => {
  await show('```klingon\nif (x) { return "a" }\n```\n\n```js\nreturn 1\n```')
  await page.locator('pre span span').first().waitFor()
  expect(await page.locator('pre').first().locator('span span').count()).toBe(0)
})

test('the copy button copies the code as it was written, and says so', async () => {
  const code = 'a = 1\n# \u202e hidden\n'
  await show(`\`\`\`python\n${code}\`\`\``)
  const button = page.getByRole('button', { name: 'Copy' })
  await button.click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

test('selecting code gives the code, whatever it is made of', async () => {
  const code = Array.from({ length: 300 }, (_, line) => `const value${line} = "${line}" // line`).join('\n')
  await show(`\`\`\`ts\n${code}\n\`\`\``)
  await page.locator('pre code > span').nth(4).locator('span').first().waitFor()
  const selected = await page.evaluate(() => {
    const element = document.querySelector('pre code')
    if (element) getSelection()?.selectAllChildren(element)
    return getSelection()?.toString()
  })
  expect(selected?.trimEnd()).toBe(code)
})

describe('no click navigates', () => {
  const TARGET = 'https://example.com/a'
  test.each([
    ['a click', {}],
    ['with Control', { modifiers: ['Control' as const] }],
    ['with Shift', { modifiers: ['Shift' as const] }],
    ['the middle button', { button: 'middle' as const }],
  ])('%s', async (_name, options) => {
    await show(`[there](${TARGET}) [no](javascript:alert(1)) [no](http://example.com)`)
    const link = page.getByRole('link')
    await link.waitFor()
    expect(await link.count()).toBe(1)
    await link.click(options)
    await vi.waitFor(async () => expect(await opened()).toEqual([TARGET]))
    expect(page.context().pages()).toHaveLength(1)
    expect(page.url()).toBe(server.url)
    expect(requests.every((url) => url.startsWith(server.url))).toBe(true)
  })

  test('the keyboard', async () => {
    await show(`[there](${TARGET})`)
    await page.getByRole('link').focus()
    await page.keyboard.press('Enter')
    expect(await opened()).toEqual([TARGET])
    expect(page.url()).toBe(server.url)
  })
})

test('nothing remote is asked for', async () => {
  await show(
    [
      '![a](https://example.com/a.png) ![b](http://127.0.0.1:9/b.png) ![c](//example.com/c.png)',
      '<img src="https://example.com/d.png">',
      '$\\includegraphics{https://example.com/e.png}$',
      '<link rel="stylesheet" href="https://example.com/f.css">',
      '[![g](https://example.com/g.png)](https://example.com)',
    ].join('\n\n'),
  )
  await page.getByRole('button', { name: 'Open in browser' }).waitFor()
  await page.locator('code, .katex').first().waitFor()
  expect(requests.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([])
  expect(await page.locator('img').count()).toBe(0)
})

describe('formulas', () => {
  test('are set, with the same for screen readers', async () => {
    await show('Euler: $e^{i\\pi} = -1$, and\n\n$$\n\\int_0^1 x\\,dx\n$$\n')
    await expect.poll(() => page.locator('.katex').count()).toBe(2)
    expect(await page.locator('.katex-display').count()).toBe(1)
    expect(await page.locator('math').count()).toBe(2)
  })

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://example.com}',
    '\\htmlClass{evil}{x}',
    '\\htmlStyle{position: fixed}{x}',
    '\\htmlId{root}{x}',
    '\\includegraphics{https://example.com/x.png}',
    '\\def\\a{\\a\\a}\\a',
    '\\gdef\\b{x}\\b',
    '\\rule{99999em}{99999em}',
    '\\frac{1',
    '<script>alert(1)</script>',
  ])('%s does no harm', harmless)
  test('braces nested beyond the stack do no harm', () => harmless(`${'{'.repeat(1900)}x${'}'.repeat(1900)}`))

  async function harmless(tex: string): Promise<void> {
    await show(`$a$ and $$${tex}$$ end`)
    await page.locator('.katex').first().waitFor()
    await expect.poll(() => page.locator('main').textContent()).toContain('end')
    const harm = '.katex a, .katex img, script:not([src]), .evil, [style*="fixed"], main #root'
    expect(await page.locator(harm).count()).toBe(0)
    const { width, height } = (await page.locator('main').boundingBox()) ?? { width: 0, height: 0 }
    expect(width).toBeLessThanOrEqual(800)
    expect(height).toBeLessThan(5000)
  }
})

test('what is wide scrolls in a box of its own, which the keyboard reaches', async () => {
  const wide = 'word'.repeat(200)
  await show(
    `${wide}\n\n\`\`\`\n${wide}\n\`\`\`\n\n| ${wide} | b |\n|---|---|\n| c | d |\n\n$$\n${'x + '.repeat(200)}y\n$$\n\n> ${wide}`,
  )
  await page.locator('.katex').waitFor()
  await page.setViewportSize({ width: 400, height: 600 })
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  for (const name of ['Code', 'Table']) {
    const box = page.getByRole('group', { name })
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  }
})

test.each(['light', 'dark'] as const)(
  'assistive technology finds no fault, and every colour can be read: %s',
  async (theme) => {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await show(`# Title

Text with \`code\`, **strong**, [a link](https://example.com), [another](http://example.com) and ~~gone~~ \u202e.

## Part

- [x] done
- [ ] to do

> quoted

| a | b |
|---|---|
| 1 | 2 |

![cat](https://example.com/cat.png)

\`\`\`ts
// comment
export class Thing extends Base { value: number = 12; name = "x\u202e"; run() { return this.value } }
\`\`\`

\`\`\`diff
+ added
- removed
\`\`\`

A formula $x^2$, a note[^1].

[^1]: The note.
`)
    await page.locator('.katex').waitFor()
    await page.locator('pre span span').first().waitFor()
    await expect.poll(() => page.locator('pre').nth(1).locator('span span').count()).toBeGreaterThan(1)
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  },
)
