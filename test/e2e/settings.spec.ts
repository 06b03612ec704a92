import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

const answer = (request: Parameters<typeof beginStream>[0], response: Parameters<typeof beginStream>[1]) => {
  beginStream(request, response)
  response.end(chunk({ content: 'ok' }) + chunk({}, 'stop') + DONE)
}

test('a server is added, tested and used, with its key', async ({ openApp, serve }) => {
  const first = await serve(answer)
  const second = await serve({
    chat: answer,
    models: (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"data":[{"id":"big-model"},{"id":"small-model"},{"id":"text-embed-small"}]}')
    },
  })
  const app = await openApp(first.url)
  const { page } = app
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Add server/ }).click()
  await dialog.getByLabel('Name').fill('Second')
  await dialog.getByLabel('Base URL').fill(`127.0.0.1:${second.port}/v1/`)
  await dialog.getByLabel('Key').fill('sk-test')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog).toContainText('2 models')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('radio', { name: /Second/ }).click()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Second')
  const model = page.getByRole('combobox', { name: 'Model' })
  await expect(model).toContainText('big-model')
  await model.click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.getByRole('option', { name: /small-model/ }).click()
  await app.send('Hello')
  await expect(app.reply).toContainText('ok')
  const chat = second.seen.find(({ path }) => path === '/v1/chat/completions')
  expect(chat?.headers.authorization).toBe('Bearer sk-test')
  expect(JSON.parse(chat?.body ?? '{}').model).toBe('small-model')
})

test('sampling is checked before it is saved, and sent with the next message', async ({ openApp, serve }) => {
  const server = await serve(answer)
  const app = await openApp(server.url)
  const { page } = app
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Model' }).click()
  await dialog.getByLabel('Temperature').fill('hot')
  await dialog.getByLabel('Temperature').press('Enter')
  await expect(dialog.getByLabel('Temperature')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Temperature').fill('0.7')
  await dialog.getByLabel('Temperature').press('Enter')
  await dialog.getByLabel('System prompt').fill('Answer in one word.')
  await dialog.getByLabel('System prompt').blur()
  await page.keyboard.press('Escape')
  await app.send('Hello')
  await expect(app.reply).toContainText('ok')
  const body = JSON.parse(server.seen.find(({ path }) => path === '/v1/chat/completions')?.body ?? '{}')
  expect(body.temperature).toBe(0.7)
  expect(body.messages[0]).toEqual({ role: 'system', content: 'Answer in one word.' })
})

test('the theme is kept over a reload', async ({ openApp, serve }) => {
  const server = await serve(answer)
  const app = await openApp(server.url)
  await app.page.getByRole('button', { name: 'Settings' }).click()
  const dialog = app.page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Appearance' }).click()
  await dialog.getByText('Dark', { exact: true }).click()
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await app.page.reload()
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
