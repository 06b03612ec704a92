import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2">',
  '<iframe src="https://example.com"></iframe>',
  '[run](javascript:window.hacked=3) [file](file:///etc/passwd) [data](data:text/html,<script>1</script>)',
  '[fine](https://example.com/page) <https://example.com/auto>',
  '![tracker](https://example.com/pixel.png?u=1)',
  '<a href="javascript:window.hacked=4">raw</a> <style>* { display: none }</style>',
  '$\\href{javascript:window.hacked=5}{x}$ $$\\includegraphics{https://example.com/a.png}$$',
  '```html\n<script>window.hacked = 6</script>\n```',
  '| a |\n|---|\n| <svg onload="window.hacked=7"> |',
  'The last words.',
].join('\n\n')

test('hostile Markdown is shown and does nothing', async ({ openApp, serve }) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    // In small pieces, so that every half-finished state is rendered too.
    for (let at = 0; at < HOSTILE.length; at += 3)
      response.write(chunk({ content: HOSTILE.slice(at, at + 3) }))
    response.end(chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  const { page } = app
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('example.com')) outside.push(request.url())
  })
  const address = page.url()
  await app.send('Attack')
  await expect(app.reply).toContainText('The last words.')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')

  const found = await app.reply.evaluate((reply) => ({
    elements: [...reply.querySelectorAll('script, iframe, style, svg[onload], img[onerror]')].map(
      (e) => e.outerHTML,
    ),
    links: [...reply.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
    images: [...reply.querySelectorAll('img')].map((image) => image.src),
    handlers: [...reply.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
  }))
  expect(found.elements).toEqual([])
  expect(found.images).toEqual([])
  expect(found.handlers).toBe(0)
  for (const link of found.links) expect(link).toMatch(/^(https|mailto):/)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(outside).toEqual([])
  // Nothing of the text is lost: raw HTML is shown as the text it is.
  await expect(app.reply).toContainText('<script>window.hacked = 1</script>')
  expect(page.url()).toBe(address)
})

test('pathological Markdown neither hangs the page nor hides the end', async ({ openApp, serve }) => {
  const bombs = [
    '>'.repeat(5000),
    `${'*'.repeat(5000)}a${'*'.repeat(5000)}`,
    '['.repeat(10_000),
    '- '.repeat(3000),
    '`'.repeat(9999),
    '|'.repeat(5000),
    'x'.repeat(200_000),
    '$'.repeat(5001),
  ]
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: `${bombs.join('\n\n')}\n\nStill here.` }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('Bomb')
  await expect(app.reply).toContainText('Still here.')
  await app.message.fill('and the page answers')
  await expect(app.message).toHaveValue('and the page answers')
})
