import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { type BrowserHostProcess, startBrowserHostProcess } from '../fixtures/browser-host-process.ts'

let host: BrowserHostProcess
test.beforeEach(async () => {
  host = await startBrowserHostProcess()
})
test.afterEach(() => host.close())

test('the page works under its policy, and a reload finds the bridge again', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(host.url)
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Demo')
  await page.reload()
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Demo')
  expect(new URL(page.url()).hash).toBe(new URL(host.url).hash)
  expect(complaints).toEqual([])
})

test('the build inlines nothing that the policy forbids', async () => {
  const assets = fileURLToPath(new URL('../../dist/renderer/assets', import.meta.url))
  const names = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  const styles = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  expect(styles.join('').match(/url\(["']?data:(?!image\/)[^;,]*/g) ?? []).toEqual([])
})

test('without the token there is a page but no app behind it', async ({ page }) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('403'))
  await page.goto(new URL('/', host.url).href)
  await refused
  await expect(page.getByRole('status', { name: 'Server' })).not.toContainText('Demo')
})

test('one line says where it is, and a signal ends it with 0', async () => {
  expect(host.output()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/)
  host.process.kill('SIGTERM')
  const [code] = (await once(host.process, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(host.output().match(/\n/g)).toHaveLength(1)
})
