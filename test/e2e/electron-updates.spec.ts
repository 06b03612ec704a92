import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type {} from '../../renderer/bridge/index.ts'
import { type LaunchedApp, launchApp } from '../electron-stand-in/launch.ts'

const ZIP = Buffer.from('the new version of the app, in a zip')

let folder: string
let app: LaunchedApp | undefined
let feed: Server
let requests: string[]

/** A folder on the web with a newer version in it. */
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afm-updates-'))
  requests = []
})
test.afterEach(async () => {
  await app?.stop()
  app = undefined
  feed.close()
  await rm(folder, { recursive: true, force: true })
})

async function serveFeed(version: string, zip: Buffer): Promise<string> {
  const sha512 = createHash('sha512').update(ZIP).digest('base64')
  const list = [
    `version: ${version}`,
    'files:',
    '  - url: AFM-Desktop-mac.zip',
    `    sha512: ${sha512}`,
    `    size: ${ZIP.byteLength}`,
    'path: AFM-Desktop-mac.zip',
    `sha512: ${sha512}`,
    'releaseDate: 2026-11-30T00:00:00.000Z',
  ].join('\n')
  feed = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    requests.push(path)
    response.end(path.endsWith('.yml') ? list : zip)
  })
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`
}

/** Launches the app as if it had been built with the feed. */
async function launch(url: string, env: Record<string, string> = {}): Promise<LaunchedApp> {
  const yml = `provider: generic\nurl: ${url}\nupdaterCacheDirName: afm-desktop-updater\n`
  await writeFile(join(folder, 'app-update.yml'), yml)
  app = await launchApp({
    dataFolder: folder,
    env: { STAND_IN_PLATFORM: 'darwin', STAND_IN_RESOURCES: folder, HOME: folder, ...env },
  })
  return app
}

function call(page: Page, name: string, input: unknown = {}): Promise<unknown> {
  return page.evaluate(([name, input]) => window.afm?.call(String(name), input), [name, input])
}
const note = (page: Page) => page.getByRole('complementary', { name: 'Update' })

test('a new version is fetched, told, and not installed in the middle of a reply', async () => {
  const { page, reports, process: child } = await launch(await serveFeed('9.0.0', ZIP))
  await expect(note(page)).toContainText('Version 9.0.0 is ready')
  expect(reports).toContainEqual({ type: 'squirrel', bytes: ZIP.byteLength })

  await expect.poll(() => call(page, 'servers.status')).toMatchObject({ value: { state: 'demo' } })
  const started = await call(page, 'turns.start', { conversationId: null, text: 'long' })
  const { id: turnId } = (started as { value: { reply: { id: string } } }).value.reply
  await note(page).getByRole('button', { name: 'Restart' }).click()
  await expect(note(page).getByRole('alert')).toContainText('A reply is being written')
  expect(reports).not.toContainEqual({ type: 'quitAndInstall' })

  await call(page, 'turns.stop', { turnId })
  await note(page).getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => reports).toContainEqual({ type: 'quitAndInstall' })
  await expect.poll(() => child.exitCode).toBe(0)
})

test('the same version is no update', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const { page } = await launch(await serveFeed(version, ZIP))
  await expect.poll(() => requests).toEqual(['/latest-mac.yml'])
  expect(await call(page, 'update.status')).toEqual({ ok: true, value: { state: 'current', version: null } })
  expect(await call(page, 'update.install')).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('a file that is not the one the feed names is not offered to macOS', async () => {
  const { page, reports } = await launch(await serveFeed('9.0.0', Buffer.from(ZIP).fill(0)))
  await expect.poll(() => call(page, 'update.status')).toMatchObject({ value: { state: 'failed' } })
  expect(reports.some(({ type }) => type === 'squirrel')).toBe(false)
  await expect(note(page)).toHaveCount(0)
})

test('what macOS finds signed by somebody else is not ready', async () => {
  const { page, reports } = await launch(await serveFeed('9.0.0', ZIP), { STAND_IN_SIGNATURE: 'foreign' })
  await expect.poll(() => reports.some(({ type }) => type === 'squirrel')).toBe(true)
  await expect.poll(() => call(page, 'update.status')).toMatchObject({ value: { state: 'failed' } })
  await expect(note(page)).toHaveCount(0)
})
