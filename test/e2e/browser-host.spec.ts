import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))

let host: ChildProcess
let output = ''
let url = ''

test.beforeEach(async () => {
  output = ''
  const data = await mkdtemp(join(tmpdir(), 'afm-browser-'))
  host = spawn(process.execPath, ['main/cli.ts', 'start', '--browser', '--no-open', '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  host.stdout?.on('data', (data: Buffer) => {
    output += String(data)
  })
  await expect.poll(() => output, { timeout: 20_000 }).toContain('\n')
  url = output.trim()
})
test.afterEach(async () => {
  if (host.exitCode !== null || host.signalCode !== null) return
  host.kill('SIGKILL')
  await once(host, 'exit')
})

test('the page works under its policy, and a reload finds the bridge again', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Demo')
  await page.reload()
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Demo')
  expect(new URL(page.url()).hash).toBe(new URL(url).hash)
  expect(complaints).toEqual([])
})

test('the build inlines nothing that the policy forbids', async () => {
  const assets = join(root, 'dist/renderer/assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  const styles = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  expect(styles.join('').match(/url\(["']?data:(?!image\/)[^;,]*/g) ?? []).toEqual([])
})

test('without the token there is a page but no app behind it', async ({ page }) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('403'))
  await page.goto(new URL('/', url).href)
  await refused
  await expect(page.getByRole('status', { name: 'Server' })).not.toContainText('Demo')
})

test('one line says where it is, and a signal ends it with 0', async () => {
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/)
  host.kill('SIGTERM')
  const [code] = (await once(host, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(output.match(/\n/g)).toHaveLength(1)
})
