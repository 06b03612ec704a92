import { writeConversations } from '../fixtures/many-conversations.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { type AppPage, expect, test } from './app.ts'

const gap = (app: AppPage) =>
  app.page
    .getByRole('log', { name: 'Conversation' })
    .evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop))
const paragraph = (n: number) => `Part ${n}: ${'words of a long reply '.repeat(12)}\n\n`

test('who goes up by keyboard while a reply streams stays where the focus is', async ({ openApp, serve }) => {
  const steps: (() => void)[] = []
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    for (let part = 0; part < 3; part += 1) {
      for (let n = 0; n < 20; n += 1) response.write(chunk({ content: paragraph(part * 20 + n) }))
      if (part < 2) await new Promise<void>((go) => steps.push(go))
    }
    response.end(chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('Long')
  await expect(app.reply).toContainText('Part 19:')
  await expect.poll(() => gap(app)).toBeLessThan(5)
  await app.page.getByRole('log', { name: 'Conversation' }).focus()
  // The next stop for the Tab key is what can be done with the message above.
  await app.page.keyboard.press('Tab')
  const focused = app.sent.first().locator(':focus')
  await expect(focused).toBeInViewport()
  steps.shift()?.()
  await expect(app.reply).toContainText('Part 39:')
  await expect(focused).toBeInViewport()
  await app.page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.poll(() => gap(app)).toBeLessThan(5)
  steps.shift()?.()
  await expect(app.reply).toContainText('Part 59:')
  await expect.poll(() => gap(app)).toBeLessThan(5)
})

test('what another window sends moves nothing in this one', async ({ openApp, serve, newFolder }) => {
  const folder = await newFolder()
  const said = Array.from({ length: 40 }, (_, at) => `Line ${at}. ${'More text. '.repeat(40)}`)
  writeConversations(folder, [{ title: 'Shared', atMs: Date.now(), said }])
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: 'A new answer.' }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url, folder)
  const page = await app.secondWindow()
  for (const each of [app.page, page])
    await each.getByRole('navigation', { name: 'Conversations' }).getByText('Shared').click()
  await expect(app.page.getByText('Line 39.')).toBeInViewport()
  await app.page.getByRole('log', { name: 'Conversation' }).focus()
  await app.page.keyboard.press('Home')
  await expect(app.page.getByText('Line 0.')).toBeInViewport()
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A new answer.')).toBeInViewport()
  await expect(app.page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expect(app.page.getByText('Line 0.')).toBeInViewport()
  await app.page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(app.page.getByText('A new answer.')).toBeInViewport()
})

test('the view follows the end until the user scrolls up, and again on Jump to latest', async ({
  openApp,
  serve,
}) => {
  const steps: (() => void)[] = []
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    for (let part = 0; part < 4; part += 1) {
      for (let n = 0; n < 20; n += 1) response.write(chunk({ content: paragraph(part * 20 + n) }))
      if (part < 3) await new Promise<void>((go) => steps.push(go))
    }
    response.end(chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  const log = app.page.getByRole('log', { name: 'Conversation' })
  const jump = app.page.getByRole('button', { name: 'Jump to latest' })
  await app.send('Long')
  await expect(app.reply).toContainText('Part 19:')
  await expect.poll(() => gap(app)).toBeLessThan(5)
  await expect(jump).toHaveCount(0)

  // Layout alone never gives it up: a narrower window makes every paragraph taller.
  await app.page.setViewportSize({ width: 900, height: 600 })
  await expect.poll(() => gap(app)).toBeLessThan(5)
  steps.shift()?.()
  await expect(app.reply).toContainText('Part 39:')
  await expect.poll(() => gap(app)).toBeLessThan(5)

  await log.hover()
  await app.page.mouse.wheel(0, -600)
  await expect(jump).toBeVisible()
  await expect.poll(() => steps.length).toBe(1)
  steps.shift()?.()
  await expect(app.reply).toContainText('Part 59:')
  expect(await gap(app)).toBeGreaterThan(300)

  await jump.click()
  await expect.poll(() => gap(app)).toBeLessThan(5)
  await expect.poll(() => steps.length).toBe(1)
  steps.shift()?.()
  await expect(app.reply).toContainText('Part 79:')
  await expect.poll(() => gap(app)).toBeLessThan(5)
})
