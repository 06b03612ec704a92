import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type {} from '../../renderer/bridge/index.ts'
import { type LaunchedApp, launchApp, PAGE_ADDRESS } from '../electron-stand-in/launch.ts'

let dataFolder: string
let app: LaunchedApp

test.beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'afm-electron-'))
  app = await launchApp({ dataFolder })
})
test.afterEach(async () => {
  await app.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

/** Calls main as the page would. */
function call(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(([name, input]) => window.afm?.call(String(name), input), [name, input])
}

/** Does something in the page that its policy forbids, and gives the directive that forbade it. */
async function violation(page: Page, html: string): Promise<string> {
  return page.evaluate(
    (html) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), {
          once: true,
        })
        document.body.append(document.createRange().createContextualFragment(html))
      }),
    html,
  )
}

test('the page sees the bridge and nothing else of the world', async () => {
  const seen = await app.page.evaluate(() => {
    const names = ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer', 'standInToMain']
    return {
      leaks: names.filter((name) => name in window),
      bridge: Object.entries(window.afm ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
      frozen: Object.isFrozen(window.afm),
    }
  })
  expect(seen).toEqual({ leaks: [], bridge: ['call: function', 'on: function'], frozen: true })
})

test('a call is answered, also one that no page should make', async () => {
  expect(await call(app.page, 'app.info', {})).toMatchObject({
    ok: true,
    value: { host: 'electron', keyStorage: 'keychain', dataFolder },
  })
  for (const [name, input] of [
    ['no.such.command', {}],
    ['constructor', {}],
    ['app.info', null],
    ['turns.start', { conversationId: 7 }],
  ] as const) {
    expect(await call(app.page, name, input)).toMatchObject({ ok: false })
  }
})

test('an event comes without the object that Electron sends it in', async () => {
  const received = app.page.evaluate(
    () =>
      new Promise((resolve) =>
        // Other events may come first: the server is watched all the time.
        window.afm?.on((...args: unknown[]) => {
          if (args[0] === 'settings.changed') resolve(args)
        }),
      ),
  )
  await call(app.page, 'settings.update', { theme: 'dark' })
  expect(await received).toEqual(['settings.changed', expect.objectContaining({ theme: 'dark' })])
})

test('a reload finds the bridge again', async () => {
  await app.page.reload()
  expect(await call(app.page, 'app.info', {})).toMatchObject({ ok: true })
})

test('an app that cannot start says why', async () => {
  const started = launchApp({ dataFolder, args: ['--server=no address'] })
  await expect(started).rejects.toThrow(/errorBox.*AFM Desktop could not start/)
})

test('the policy forbids what model output could try', async () => {
  expect(await violation(app.page, '<script>window.ran = true</script>')).toBe('script-src-elem')
  expect(await violation(app.page, '<img src="https://example.com/a.png">')).toBe('img-src')
  expect(await violation(app.page, '<iframe src="https://example.com/"></iframe>')).toBe('frame-src')
  expect(await violation(app.page, '<p style="color: red">styled</p>')).toBe('style-src-attr')
  expect(await violation(app.page, '<a onclick="window.ran = true">x</a>')).toBe('script-src-attr')
  expect(await app.page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the scheme serves the page and nothing beside it', async () => {
  const statuses = await app.page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    ['/index.html', '/..%2f..%2fpackage.json', '/%2e%2e%2fmain/electron.js', '/none.js'],
  )
  expect(statuses).toEqual([200, 404, 404, 404])
})

test('the page stays where it is, and links for people open outside', async () => {
  await app.page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await app.page.evaluate(() => {
    window.open('https://example.com/opened')
    window.open('http://example.com/not-https')
  })
  await expect
    .poll(() => app.reports.filter((report) => report.type === 'openExternal'))
    .toEqual([{ type: 'openExternal', url: 'https://example.com/opened' }])
  expect(app.page.url()).toContain(PAGE_ADDRESS)
  expect(await call(app.page, 'app.info', {})).toMatchObject({ ok: true })
})

test('the menu opens windows and speaks to the one in front; events reach all', async () => {
  const listen = (page: Page) =>
    page.evaluate(() => {
      const log: string[] = []
      Object.assign(window, { log })
      window.afm?.on((name) => log.push(name))
    })
  const logOf = (page: Page) => page.evaluate(() => (window as unknown as { log: string[] }).log)

  const opening = app.nextWindow()
  await app.order({ type: 'menu', label: 'New Window' })
  const second = await opening
  await listen(app.page)
  await listen(second)
  await app.order({ type: 'menu', label: 'Toggle Profile' })
  await expect.poll(() => logOf(second)).toContain('app.menu')
  await call(second, 'settings.update', { theme: 'light' })
  await expect.poll(() => logOf(app.page)).toContain('settings.changed')
  await expect.poll(() => logOf(second)).toContain('settings.changed')
  expect(await logOf(app.page)).not.toContain('app.menu')
})

test('closing a window does not stop the reply that was asked for in it', async () => {
  const opening = app.nextWindow()
  await app.order({ type: 'menu', label: 'New Window' })
  const second = await opening
  await expect.poll(() => call(app.page, 'servers.status', {})).toMatchObject({ value: { state: 'demo' } })
  const started = await call(app.page, 'turns.start', { conversationId: null, text: 'long' })
  const { value } = started as { value: { reply: { id: string } } }
  await app.page.close()
  const seqOf = async () => {
    const answer = await call(second, 'turns.attach', { turnId: value.reply.id })
    return (answer as { value?: { seq: number } }).value?.seq ?? -1
  }
  const before = await seqOf()
  expect(before).toBeGreaterThanOrEqual(0)
  await expect.poll(seqOf).toBeGreaterThan(before)
})

test('a key is stored encrypted, for its user only', async () => {
  const saved = await call(app.page, 'servers.save', {
    name: 'Mine',
    baseUrl: 'http://127.0.0.1:1',
    key: 'sk-very-secret',
  })
  expect(saved).toMatchObject({ ok: true })
  const file = join(dataFolder, 'keychain-secrets.json')
  expect(await readFile(file, 'utf8')).not.toContain('sk-very-secret')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('quitting ends a running reply and the app, in order', async () => {
  await expect.poll(() => call(app.page, 'servers.status', {})).toMatchObject({ value: { state: 'demo' } })
  expect(await call(app.page, 'turns.start', { conversationId: null, text: 'long' })).toMatchObject({
    ok: true,
  })
  expect(await app.stop()).toBe(0)
})
