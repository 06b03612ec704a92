import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseServerSentEvents } from 'parse-sse'
import { AssistantEndpoint } from '../../main/assistant/endpoint.ts'
import { startAssistantServer } from '../../main/assistant/server.ts'
import { startDemoServer } from '../../main/demo/index.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { expect, test } from './app.ts'

test('our client against our server against the demo', async ({ openApp, atEnd, serve }) => {
  const demo = await startDemoServer({ rateTokS: 400 })
  atEnd(() => demo.close())
  const upstream = { baseUrl: demo.url, key: null, model: 'demo/canned-replies' }
  const endpoint = new AssistantEndpoint(async () => upstream)
  const relay = await startAssistantServer(endpoint, 0)
  atEnd(async () => {
    await relay.close()
    await endpoint.close()
  })
  const other = await serve((request, response) => {
    beginStream(request, response)
    response.end(DONE)
  })
  const app = await openApp(other.url)
  const { page } = app
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Add server/ }).click()
  await dialog.getByLabel('Name').fill('Relay')
  await dialog.getByText('Assistant API', { exact: true }).last().click()
  await dialog.getByLabel('Base URL').fill(relay.url)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog).toContainText(`http://127.0.0.1:${relay.port} answered in`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('radio', { name: /Relay.*Assistant API/ }).click()
  await page.keyboard.press('Escape')

  // What this kind of server cannot be asked for is not offered.
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Relay')
  await expect(page.getByRole('combobox', { name: 'Model' })).toContainText('own model')
  await expect(page.getByRole('button', { name: /Thinking/ })).toHaveCount(0)

  await app.send('Check the weather with a tool')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false', { timeout: 15_000 })
  await expect(app.reply.getByRole('group', { name: 'Tool call get_weather' })).toContainText('Cupertino')
  await expect(app.reply.getByRole('group', { name: 'Tool call run_benchmark' })).toBeVisible()
  await expect(app.reply.getByRole('button', { name: /Reasoning/ })).toHaveCount(0)
  await expect(app.alert).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Profile' })).not.toContainText('AFM')

  await app.send('Write a long reply')
  await expect.poll(async () => (await app.reply.textContent())?.length).toBeGreaterThan(100)
  await app.stop.click()
  await expect(app.reply).toContainText('Stopped · connection closed')
  const running = async () =>
    (await (await fetch(`${demo.url}/metrics`)).text()).match(/^afm:num_requests_running.* 0/m)
  await expect.poll(running).not.toBeNull()
})

test('the switch shows its address, and answers there while it is on', async ({ openApp, serve }) => {
  const server = await serve((request, response) => {
    beginStream(request, response)
    response.end(chunk({ content: ' from the\nmodel' }) + chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  const { page } = app
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Assistant API' }).click()
  const toggle = dialog.getByRole('switch', { name: 'Answer the Assistant API' })
  await expect(toggle).not.toBeChecked()
  await expect(dialog.getByText(/POST http/)).toHaveCount(0)
  const port = dialog.getByLabel('Port')
  await port.fill('70000')
  await port.press('Enter')
  await expect(port).toHaveAttribute('aria-invalid', 'true')
  await port.fill(String(await freePort()))
  await port.press('Enter')
  await toggle.click()
  await expect(toggle).toBeChecked()
  const address = (await dialog.getByText(/POST http/).textContent())?.replace('POST ', '') ?? ''
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/assistant$/)

  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] })
  const events: { type: string; data: string }[] = []
  for await (const { type, data } of parseServerSentEvents(await fetch(address, { method: 'POST', body })))
    events.push({ type, data })
  expect(events).toEqual([
    { type: 'delta', data: ' from the\nmodel' },
    { type: 'done', data: '[DONE]' },
  ])

  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect(dialog.getByText(/POST http/)).toHaveCount(0)
  await expect(fetch(address, { method: 'POST', body })).rejects.toThrow()
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((done) => server.close(() => done()))
  return port
}
