import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

const echo = (request: Parameters<typeof beginStream>[0], response: Parameters<typeof beginStream>[1]) => {
  beginStream(request, response)
  const { messages } = JSON.parse(request.body) as { messages: { content: string }[] }
  response.end(chunk({ content: `You said: ${messages.at(-1)?.content}` }) + chunk({}, 'stop') + DONE)
}

test('Enter sends, Shift-Enter breaks, and the field keeps the focus', async ({ openApp, serve }) => {
  const server = await serve(echo)
  const app = await openApp(server.url)
  await expect(app.message).toBeFocused()
  await app.page.keyboard.type('one')
  await app.page.keyboard.press('Shift+Enter')
  await app.page.keyboard.type('two')
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('You said: one')
  await expect(app.message).toHaveValue('')
  await expect(app.message).toBeFocused()
  const sent = server.seen.find(({ path }) => path === '/v1/chat/completions')
  expect(JSON.parse(sent?.body ?? '{}').messages).toEqual([{ role: 'user', content: 'one\ntwo' }])
})

test('the Enter of an input method does not send', async ({ openApp, serve }) => {
  const server = await serve(echo)
  const app = await openApp(server.url)
  const session = await app.page.context().newCDPSession(app.page)
  await app.message.focus()
  // What an input method does: text under composition, then the Enter that accepts it.
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await session.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await session.send('Input.insertText', { text: '日本' })
  await expect(app.message).toHaveValue('日本')
  expect(server.seen.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(0)
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('You said: 日本')
})

test('while a reply streams the next message can be written, and Enter keeps it', async ({
  openApp,
  serve,
}) => {
  const go = Promise.withResolvers<void>()
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    response.write(chunk({ content: 'Working' }))
    await go.promise
    response.end(chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('first')
  await expect(app.reply).toContainText('Working')
  await app.message.fill('second')
  await app.page.keyboard.press('Enter')
  await expect(app.message).toHaveValue('second')
  go.resolve()
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await app.page.keyboard.press('Enter')
  await expect(app.replies).toHaveCount(2)
})

test('text that could not be sent stays in the field', async ({ openApp, serve }) => {
  const server = await serve(echo)
  const app = await openApp(server.url)
  // One paragraph: Chromium lays a field out again for every line that is put into it.
  const tooLong = 'word '.repeat(210_000)
  await app.message.fill(tooLong)
  await app.page.getByRole('button', { name: 'Send' }).click()
  await expect(app.alert).toBeVisible()
  expect((await app.message.inputValue()).length).toBe(tooLong.length)
})

test('a message is shown as it was written, never as Markdown', async ({ openApp, serve }) => {
  const server = await serve(echo)
  const app = await openApp(server.url)
  await app.send('<b>**not bold**</b>')
  await expect(app.page.getByRole('article', { name: 'Your message' })).toHaveText('<b>**not bold**</b>')
})
