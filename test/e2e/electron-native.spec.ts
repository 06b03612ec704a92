import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, expect, type Page, test } from '@playwright/test'
import type {} from '../../renderer/bridge/index.ts'
import type { Report } from '../electron-stand-in/control.ts'
import { type LaunchedApp, type LaunchOptions, launchApp, PAGE_ADDRESS } from '../electron-stand-in/launch.ts'
import { beginStream, chunk, confirmCancel, DONE, startScriptedServer } from '../fixtures/scripted-server.ts'

const folders: string[] = []
const apps: LaunchedApp[] = []

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'afm-native-'))
  folders.push(path)
  return path
}

async function launch(options: Partial<LaunchOptions> = {}): Promise<LaunchedApp> {
  const app = await launchApp({ dataFolder: await folder(), ...options })
  apps.push(app)
  return app
}

test.afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true })
})

function call(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(([name, input]) => window.afm?.call(String(name), input), [name, input])
}

/** The reports of one kind, so far. */
function reportsOf<T extends Report['type']>(app: LaunchedApp, type: T): Extract<Report, { type: T }>[] {
  return app.reports.filter((report): report is Extract<Report, { type: T }> => report.type === type)
}

async function startLongReply(page: Page): Promise<string> {
  await expect.poll(() => call(page, 'servers.status', {})).toMatchObject({ value: { state: 'demo' } })
  const started = await call(page, 'turns.start', { conversationId: null, text: 'long' })
  return (started as { value: { reply: { id: string } } }).value.reply.id
}

test('full screen takes the traffic lights’ room back, and the accent is the user’s', async () => {
  const { page, order } = await launch()
  await page.getByRole('button', { name: 'Hide sidebar' }).click()
  const bar = page.locator('header[data-lights]')
  await expect(bar).toHaveCSS('padding-left', '78px')
  await order({ type: 'fullScreen', on: true })
  await expect(bar).toHaveCSS('padding-left', '12px')
  await order({ type: 'fullScreen', on: false })
  await expect(bar).toHaveCSS('padding-left', '78px')

  const accent = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent-fill'))
  await order({ type: 'accent', color: 'ff2d55ff' })
  await expect.poll(accent).toMatch(/^#[c-f][0-9a-f][0-4]/)
  // A page that is loaded again asks anew.
  const before = await accent()
  await page.reload()
  await expect.poll(accent).toBe(before)
})

test('what the menu asks for while no window is open reaches the one that opens', async () => {
  // On a Mac the app stays when its last window goes.
  const app = await launch({ env: { STAND_IN_PLATFORM: 'darwin' } })
  await app.page.close()
  const opening = app.nextWindow()
  await app.order({ type: 'menu', label: 'Settings…' })
  const page = await opening
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('the machine is kept awake while a reply runs, and only then', async () => {
  const app = await launch()
  const held = () => reportsOf(app, 'powerSave').map((report) => report.held)
  const turnId = await startLongReply(app.page)
  await expect.poll(held).toEqual([1])
  await call(app.page, 'turns.stop', { turnId })
  await expect.poll(held).toEqual([1, 0])
})

test('opening at login is off until the user turns it on', async () => {
  const app = await launch()
  await app.page.getByRole('button', { name: 'Settings' }).click()
  await app.page.getByRole('tab', { name: 'Appearance' }).click()
  const control = app.page.getByRole('switch', { name: 'Open at login' })
  await expect(control).not.toBeChecked()
  expect(reportsOf(app, 'loginItem')).toEqual([])
  // The switch turns when the system has: the click comes first, the state after the answer.
  await control.click()
  await expect(control).toBeChecked()
  expect(reportsOf(app, 'loginItem')).toEqual([{ type: 'loginItem', open: true }])
})

test('a message from a frame that is not the page is refused', async () => {
  const app = await launch()
  const request = ['afm:request', 'app.info', {}]
  const answers = async (url: string, isSubframe: boolean) => {
    const known = reportsOf(app, 'foreignAnswer').length
    await app.order({ type: 'foreignRequest', url, isSubframe, args: request })
    await expect.poll(() => reportsOf(app, 'foreignAnswer').length).toBe(known + 1)
    return reportsOf(app, 'foreignAnswer').at(-1)?.answer
  }
  const refused = expect.objectContaining({ ok: false, error: expect.objectContaining({ code: 'refused' }) })
  expect(await answers('https://evil.example/', false)).toEqual(refused)
  expect(await answers('app://bundle.example/index.html', false)).toEqual(refused)
  expect(await answers('app://bundle/index.html', true)).toEqual(refused)
  expect(await answers('app://bundle/index.html', false)).toMatchObject({ ok: true })
})

test('a page that crashes is loaded again and shows the reply that went on', async () => {
  const app = await launch()
  const turnId = await startLongReply(app.page)
  const seq = async (page: Page) =>
    ((await call(page, 'turns.attach', { turnId })) as { value?: { seq: number } }).value?.seq ?? -1
  const before = await seq(app.page)
  const opening = app.nextWindow()
  await app.order({ type: 'menu', label: 'New Window' })
  const second = await opening
  await app.order({ type: 'hang', response: 1 })
  await expect.poll(() => reportsOf(app, 'messageBox').length).toBe(1)
  // Playwright is done with a page whose process has gone; a new connection sees the one that came after it.
  await expect.poll(() => second.evaluate('1').catch(() => 'gone')).toBe('gone')
  const { endpoint } = reportsOf(app, 'chromium')[0] ?? { endpoint: '' }
  const browser = await chromium.connectOverCDP(endpoint)
  const pages = browser.contexts().flatMap((context) => context.pages())
  const ready = pages.filter((page) => page.url().startsWith(PAGE_ADDRESS))
  expect(ready).toHaveLength(2)
  for (const page of ready) {
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect.poll(() => seq(page)).toBeGreaterThan(before)
  }
  await browser.close()
})

/** A copy of the build, to be damaged. */
async function copyOfBuild(): Promise<string> {
  const copy = await folder()
  await cp(fileURLToPath(new URL('../../dist', import.meta.url)), copy, { recursive: true })
  return copy
}

test('a window whose page is missing says so', async () => {
  const build = await copyOfBuild()
  await rm(join(build, 'renderer', 'index.html'))
  const { page } = await launch({ build })
  await expect(page.getByRole('heading', { name: 'AFM Desktop cannot show its window' })).toBeVisible()
  await expect(page.getByText('could not be loaded')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
})

test('a link out of the page’s folder is not followed', async () => {
  const build = await copyOfBuild()
  const secret = join(await folder(), 'secret.txt')
  await writeFile(secret, 'secret')
  await symlink(secret, join(build, 'renderer', 'link.txt'))
  const { page } = await launch({ build })
  const paths = ['/link.txt', '/%2e%2e/main/electron.js', '/%252e%252e/main/electron.js', '/index.html%00.js']
  const statuses = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    paths,
  )
  expect(statuses).toEqual([404, 404, 404, 404])
})

test('a webview and a frame hold nothing, and the policy’s refusal is reported', async () => {
  const { page } = await launch()
  const refused = await page.evaluate(async () => {
    const reported = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI), {
        once: true,
      })
    })
    const frame = document.createElement('iframe')
    frame.src = 'https://example.com/'
    const webview = document.createElement('webview')
    webview.setAttribute('src', 'https://example.com/')
    document.body.append(webview, frame)
    return { reported: await reported, isPlain: webview.constructor === HTMLElement }
  })
  expect(refused).toEqual({ reported: 'https://example.com', isPlain: true })
})

test('a second window sees the same reply, and a reload catches up', async () => {
  const goOn = Promise.withResolvers<void>()
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'The first half' }))
      await goOn.promise
      response.end(chunk({ content: ' and the second.' }) + chunk({}, 'stop') + DONE)
    },
  })
  const app = await launch({ args: [`--server=${server.url}`] })
  const reply = (page: Page) => page.getByRole('article', { name: 'Reply' })
  await app.page.getByRole('textbox', { name: 'Message' }).fill('Tell me')
  await app.page.getByRole('button', { name: 'Send' }).click()
  await expect(reply(app.page)).toContainText('The first half')

  const opening = app.nextWindow()
  await app.order({ type: 'menu', label: 'New Window' })
  const second = await opening
  const conversation = second.getByRole('navigation', { name: 'Conversations' }).getByText('Tell me').first()
  await conversation.click()
  await expect(reply(second)).toContainText('The first half')
  await expect(reply(second)).toHaveAttribute('aria-busy', 'true')
  await second.reload()
  await conversation.click()
  await expect(reply(second)).toContainText('The first half')
  goOn.resolve()
  for (const page of [app.page, second]) {
    await expect(reply(page)).toContainText('The first half and the second.')
    await expect(reply(page)).toHaveAttribute('aria-busy', 'false')
  }
  expect(server.seen.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)
  await server.close()
})

test('quitting in the middle of a reply stops the server and keeps the text, and no word of it is in the log', async () => {
  const server = await startScriptedServer({
    chat: (request, response) => {
      beginStream(request, response)
      response.write(chunk({ content: 'The first half' }))
    },
    cancel: confirmCancel,
  })
  const dataFolder = await folder()
  const args = [`--server=${server.url}`]
  const first = await launch({ dataFolder, args })
  await first.page.getByRole('textbox', { name: 'Message' }).fill('Tell me')
  await first.page.getByRole('button', { name: 'Send' }).click()
  await expect(first.page.getByRole('article', { name: 'Reply' })).toContainText('The first half')
  expect(await first.stop()).toBe(0)
  expect(server.cancels()).toHaveLength(1)

  const log = await readFile(join(dataFolder, 'Logs', 'main.log'), 'utf8')
  expect(log).toMatch(/^\S+ starts: [^\n]*\n\S+ page ready\n\S+ quits\n$/)
  const remembered = JSON.parse(await readFile(join(dataFolder, 'window.json'), 'utf8'))
  expect(remembered).toEqual({
    bounds: { x: 224, y: 125, width: 1280, height: 800 },
    zoomed: false,
    fullScreen: false,
  })
  const { page } = await launch({ dataFolder, args })
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Tell me').first().click()
  await expect(page.getByRole('article', { name: 'Reply' })).toContainText('The first half')
  await server.close()
})
