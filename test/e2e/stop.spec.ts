import { beginStream, chunk, confirmCancel, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

test('Stop cancels on the server, keeps the text, and says what was confirmed', async ({
  openApp,
  serve,
}) => {
  const cancelled = Promise.withResolvers<void>()
  const server = await serve({
    chat: async (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'Once upon a time' }))
      await cancelled.promise
      response.end(chunk({}, 'cancelled') + DONE)
    },
    cancel: (request, response) => {
      void confirmCancel(request, response)
      cancelled.resolve()
    },
  })
  const app = await openApp(server.url)
  await app.send('Tell me')
  await expect(app.reply).toContainText('Once upon')
  await app.stop.click()
  await expect(app.reply).toContainText(/Stopped.*server confirmed/)
  await expect(app.reply).toContainText('Once upon a time')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  expect(server.cancels()).toHaveLength(1)
  await expect(app.message).toBeFocused()
})

test('a server that ignores Stop loses the connection', async ({ openApp, serve }) => {
  const server = await serve({
    chat: (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'On and on' }))
      const timer = setInterval(() => response.write(chunk({ content: ' and on' })), 20)
      response.once('close', () => clearInterval(timer))
    },
    cancel: confirmCancel,
  })
  const app = await openApp(server.url)
  await app.send('Never end')
  await expect(app.reply).toContainText('On and on')
  await app.page.keyboard.press('Escape')
  await expect(app.reply).toContainText(/Stopped.*connection closed/i)
  await expect.poll(() => server.closedByClient()).toBe(1)
})

test('a second Stop closes hard', async ({ openApp, serve }) => {
  const server = await serve({
    chat: (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'Stubborn' }))
    },
    cancel: () => {},
  })
  const app = await openApp(server.url)
  await app.send('Go')
  await expect(app.reply).toContainText('Stubborn')
  await app.stop.click()
  await app.stop.click()
  await expect(app.reply).toContainText(/Stopped.*connection closed/i)
})

test('leaving is not stopping: a reload catches up by snapshot, and nothing is lost', async ({
  openApp,
  serve,
}) => {
  const go = Promise.withResolvers<void>()
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    response.write(chunk({ reasoning_content: 'Thinking.' }) + chunk({ content: 'First part, ' }))
    await go.promise
    response.end(chunk({ content: 'second part.' }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('Long answer')
  await expect(app.reply).toContainText('First part')
  await app.page.reload()
  const navigation = app.page.getByRole('navigation', { name: 'Conversations' })
  await navigation.getByText('Long answer').click()
  await expect(app.reply).toContainText('First part')
  await expect(app.reply).toHaveAttribute('aria-busy', 'true')
  go.resolve()
  await expect(app.reply).toContainText('First part, second part.')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  expect(server.closedByClient()).toBe(0)
})
