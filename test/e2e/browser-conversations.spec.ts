import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { conversationsFile } from '../../main/conversations/open-file.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { writeConversations } from '../fixtures/many-conversations.ts'
import { makeReadOnly } from '../fixtures/read-only-folder.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { stored } from '../fixtures/stored.ts'
import { AppPage, expect, test } from './app.ts'

test('a reply that a kill interrupted is there as far as it came, and can be asked for again', async ({
  page,
  serve,
  newFolder,
}) => {
  const go = Promise.withResolvers<void>()
  let asked = 0
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    response.write(chunk({ content: 'Half a thought' }))
    if (++asked === 1) await go.promise
    response.end(chunk({ content: ', and the rest.' }) + chunk({}, 'stop') + DONE)
  })
  const folder = await newFolder()
  const first = await startBrowserHostProcess(server.url, folder)
  const app = new AppPage(page, null, () => first.close())
  await page.goto(first.url)
  await app.send('Think')
  await expect(app.reply).toContainText('Half a thought')
  await expect.poll(() => stored(folder, 'messages', 'text')).toContain('Half a thought')
  const exited = once(first.process, 'exit')
  first.process.kill('SIGKILL')
  await exited
  await expect(app.alert).toContainText('Lost the app’s process')
  go.resolve()

  const second = await startBrowserHostProcess(server.url, folder)
  try {
    await page.goto(second.url)
    await app.conversations.getByText('Think').click()
    await expect(app.reply).toContainText('Half a thought')
    await expect(app.reply).toContainText('The reply was interrupted')
    await expect(app.reply).toHaveAttribute('aria-busy', 'false')
    await app.reply.getByRole('button', { name: 'Retry' }).click()
    await expect(app.reply).toContainText('Half a thought, and the rest.')
    await expect(app.reply.getByText('2 of 2')).toBeVisible()
  } finally {
    await second.close()
  }
})

test('a damaged file is set aside, and the window says where', async ({ openApp, newFolder, serve }) => {
  const server = await serve(() => {})
  const folder = await newFolder()
  await writeFile(
    conversationsFile(folder),
    'not a database, but something that must not be lost '.repeat(200),
  )
  const app = await openApp(server.url, folder)
  await expect(app.alert).toContainText('damaged')
  await expect(app.alert).toContainText(folder)
  await app.alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(app.alert).toHaveCount(0)
  await app.send('Hello again')
  await expect(app.sent).toContainText('Hello again')
})

test('a folder that cannot be written shows its chats, and keeps what is typed', async ({
  page,
  serve,
  newFolder,
}) => {
  const server = await serve(() => {})
  const folder = await newFolder()
  const said = Array.from({ length: 60 }, (_, at) => (at === 5 ? 'A pelican.' : `Line ${at}.`))
  writeConversations(folder, [{ title: 'Kept', atMs: Date.now(), said }])
  const host = await startBrowserHostProcess(server.url, folder, makeReadOnly(folder))
  try {
    const app = new AppPage(page, null, () => host.close())
    await page.goto(host.url)
    await expect(app.alert).toContainText('cannot be written')
    await expect(app.alert).toContainText(folder)
    await app.search.fill('pelican')
    await app.conversations.getByRole('button', { name: /pelican/ }).click()
    await expect(app.replies.filter({ hasText: 'A pelican.' })).toBeInViewport()
    await app.send('Is this kept?')
    await expect(app.alert.filter({ hasText: 'not continued or changed.' }).last()).toBeVisible()
    await expect(app.message).toHaveValue('Is this kept?')
    expect(server.seen.filter(({ path }) => path === '/v1/chat/completions')).toEqual([])
  } finally {
    await host.close()
    await chmod(folder, 0o755)
  }
})

test('a reply is copied as Markdown and as plain text, a message as it was written', async ({
  openApp,
  serve,
}) => {
  const markdown = '# Title\n\n- **one**\n- [two](https://example.com)'
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: markdown }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => app.page.evaluate(() => navigator.clipboard.readText())
  await app.send('*Hi*')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await app.sent.hover()
  await app.sent.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(clipboard).toBe('*Hi*')
  await app.reply.hover()
  const choose = async (name: string) => {
    await app.reply.getByRole('button', { name: 'More' }).click()
    await app.page.getByRole('menuitem', { name }).click()
  }
  await choose('Copy as plain text')
  await expect.poll(clipboard).toBe('Title\n\n- one\n- two (https://example.com)')
  await choose('Copy as Markdown')
  await expect.poll(clipboard).toBe(markdown)
})
