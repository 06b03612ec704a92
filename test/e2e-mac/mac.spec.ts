import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, lastReply, send, test } from './app.ts'

test('a message gets a reply from the demo', async ({ app }) => {
  await send(app.page, 'Hello')
  await expect(lastReply(app.page)).toHaveAttribute('aria-busy', 'false')
  await expect(lastReply(app.page)).not.toBeEmpty()
})

test('Stop ends a reply and keeps what came', async ({ app }) => {
  await send(app.page, 'long')
  await expect.poll(async () => (await lastReply(app.page).textContent())?.length).toBeGreaterThan(200)
  await app.page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(lastReply(app.page)).toHaveAttribute('aria-busy', 'false')
  expect((await lastReply(app.page).textContent())?.length).toBeGreaterThan(200)
})

test('a second window sees a reply that runs, and a reload in the middle catches up', async ({ app }) => {
  await send(app.page, 'long')
  await expect.poll(async () => (await lastReply(app.page).textContent())?.length).toBeGreaterThan(200)
  const start = (await lastReply(app.page).textContent())?.slice(0, 100) ?? ''
  const opening = app.nextWindow()
  await app.menu('New Window')
  const second = await opening
  const conversation = second.getByRole('navigation', { name: 'Conversations' }).getByText('long').first()
  await conversation.click()
  await expect(lastReply(second)).toContainText(start)
  await second.reload()
  await conversation.click()
  await expect(lastReply(second)).toContainText(start)
})

test('a chat is exported to a file', async ({ app }) => {
  await send(app.page, 'Hello')
  await expect(lastReply(app.page)).toHaveAttribute('aria-busy', 'false')
  const file = join(app.dataFolder, 'chat.md')
  await app.saveTo(file)
  await app.menu('Export…')
  const sheet = app.page.getByRole('dialog', { name: 'Export' })
  await sheet.getByRole('radio', { name: 'Markdown' }).check({ force: true })
  await sheet.getByRole('button', { name: 'Save…' }).click()
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('Hello')
})

test('quitting in the middle of a reply ends in order', async ({ app }) => {
  await send(app.page, 'long')
  await expect(lastReply(app.page)).toBeVisible()
  await app.quit()
  const log = await readFile(join(app.dataFolder, 'Logs', 'main.log'), 'utf8')
  expect(log).toContain(' quits')
  expect(log).not.toContain('long')
})
