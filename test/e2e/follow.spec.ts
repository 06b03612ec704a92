import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { type AppPage, expect, test } from './app.ts'

const gap = (app: AppPage) =>
  app.page
    .getByRole('log', { name: 'Conversation' })
    .evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop))
const paragraph = (n: number) => `Part ${n}: ${'words of a long reply '.repeat(12)}\n\n`

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
