import { readFile } from 'node:fs/promises'
import { startDemoServer } from '../../main/demo/index.ts'
import { expect, test } from './app.ts'

test('the series are taken away as CSV, the charts as PNG', async ({ openApp, atEnd }) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 400 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  await app.send('Show me a tour')
  await expect(app.page.getByRole('button', { name: 'Save CSV' })).toBeVisible({ timeout: 20_000 })
  const save = async (name: string) => {
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('button', { name }).click(),
    ])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const csv = await save('Save CSV')
  expect(csv.name).toMatch(/^reply-[\w-]+\.csv$/)
  const lines = csv.bytes.toString().trim().split('\r\n')
  expect(lines[0]).toBe('time_s,decode_tok_s,gpu_power_w,gpu_pct,dram_power_w,dram_bandwidth_gb_s')
  expect(lines.length).toBeGreaterThan(10)
  const png = await save('Save PNG')
  expect(png.name).toMatch(/\.png$/)
  expect([...png.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
})
