import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

test('a closed dialog is no success, and a folder that is gone is said', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: 'Hello' }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  const folder = await newFolder()
  await app.send('Hi')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  const sheet = app.page.getByRole('dialog', { name: 'Export' })
  const save = sheet.getByRole('button', { name: 'Save…' })
  await app.electron?.order({ type: 'menu', label: 'Export…' })
  await save.click()
  await expect.poll(() => app.electron?.reports.some(({ type }) => type === 'saveDialog')).toBe(true)
  await expect(save).toBeEnabled()
  await expect(sheet.getByRole('status')).toHaveText('')
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await app.electron?.order({ type: 'saveTo', folder: join(folder, 'gone') })
  await save.click()
  await expect(sheet.getByRole('alert')).toContainText('could not be saved')
  expect(await readdir(folder)).toEqual([])
})

test('the menu’s Find goes to the search, also where the sidebar is folded', async ({ openApp, serve }) => {
  const server = await serve(() => {})
  const app = await openApp(server.url)
  await app.page.getByRole('button', { name: 'Hide sidebar' }).click()
  await expect(app.search).toHaveCount(0)
  await app.electron?.order({ type: 'menu', label: 'Find…' })
  await expect(app.search).toBeFocused()
})
