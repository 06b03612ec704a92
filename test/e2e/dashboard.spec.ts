import type { Locator } from '@playwright/test'
import { startDemoServer } from '../../main/demo/index.ts'
import { fakeTool, isAlive } from '../fixtures/fake-tool.ts'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { type AppPage, expect, test } from './app.ts'

const chart = (app: AppPage, name: string) => app.page.getByRole('figure', { name, exact: true })
const profile = (app: AppPage) => app.page.getByRole('complementary', { name: 'Profile' })

/** Notes every text a canvas draws, as nothing of it is in the document. */
async function noteCanvasTexts(app: AppPage): Promise<() => Promise<string[]>> {
  await app.page.evaluate(() => {
    const texts = new Set<string>()
    Object.assign(window, { canvasTexts: texts })
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      texts.add(text)
      return fillText.call(this, text, ...rest)
    }
  })
  return () => app.page.evaluate(() => [...(window as unknown as { canvasTexts: Set<string> }).canvasTexts])
}

async function ended(app: AppPage): Promise<void> {
  await expect(app.page.getByRole('button', { name: 'Save CSV' })).toBeVisible({ timeout: 20_000 })
}

/** Rows of a chart's table: time in seconds, then its lines. */
async function tableOf(figure: Locator): Promise<number[][]> {
  await figure.hover()
  await figure.getByRole('button', { name: /as table/ }).click()
  const rows = await figure.getByRole('row').all()
  const texts = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
  await figure.getByRole('button', { name: /as table/ }).click()
  return texts.map((cells) => cells.map((text) => (text === '' ? Number.NaN : Number(text))))
}

/** Moves the pointer over a chart to a share of its width. */
async function pointAt(app: AppPage, figure: Locator, share: number): Promise<void> {
  const box = await figure.locator('.u-over').boundingBox()
  if (!box) throw new Error('The chart is not drawn.')
  await app.page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
}

test('draws the profile of a reply: axes, marks, and readouts that equal the data', async ({
  openApp,
  atEnd,
}) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 250 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  const texts = await noteCanvasTexts(app)
  await app.send('Show me a tour')
  await ended(app)
  for (const name of ['Decode rate', 'GPU power', 'GPU utilisation', 'DRAM bandwidth'])
    await expect(chart(app, name)).toBeVisible()
  await expect(chart(app, 'GPU power')).toContainText('AFM')
  await expect(chart(app, 'Decode rate')).toContainText('measured here')

  // The time axis in seconds, the theoretical bandwidth's scale, the load's per cent, the marks.
  await expect
    .poll(texts)
    .toEqual(expect.arrayContaining(['0', '2 s', '600', '100', 'First token', 'Finish']))
  const marks = app.page.getByRole('list', { name: 'Marks' }).getByRole('listitem')
  await expect(marks).toContainText([/^First token: 0\.\d\d s$/, /^End of reasoning: /, /^Finish: /])

  const power = chart(app, 'GPU power')
  const rows = await tableOf(power)
  expect(rows.length).toBeGreaterThan(5)
  await pointAt(app, power, 0.6)
  const atMs = Number(await power.getByRole('status').getAttribute('data-at'))
  const row = rows.find(([seconds = 0]) => Math.abs(seconds * 1000 - atMs) < 10)
  const [, gpuW = 0, dramW = 0] = row ?? []
  await expect(power.getByRole('status')).toHaveText(`${gpuW.toFixed(1)} W DRAM ${dramW.toFixed(2)} W`)
  // The others' cursors stand at the same moment.
  for (const name of ['Decode rate', 'DRAM bandwidth']) {
    const other = Number(await chart(app, name).getByRole('status').getAttribute('data-at'))
    expect(Math.abs(other - atMs)).toBeLessThan(200)
  }
  await expect(chart(app, 'DRAM bandwidth').getByRole('status')).toHaveText(/^\d+(\.\d)? of 546 GB\/s$/)
  const rateAtMs = Number(await chart(app, 'Decode rate').getByRole('status').getAttribute('data-at'))
  await expect(app.page.getByLabel('Time at the cursor')).toContainText(`${(rateAtMs / 1000).toFixed(2)} s`)
  // Before the first token there is no rate to read, and none is taken from further on.
  await pointAt(app, power, 0.01)
  await expect(chart(app, 'Decode rate').getByRole('status')).toHaveText('– tok/s')
})

test('what a chart is switched to a table with stays where it is, whatever the readout says', async ({
  openApp,
  atEnd,
}) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 250 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  await app.send('Show me a tour')
  await ended(app)
  const power = chart(app, 'GPU power')
  const place = async () => (await power.getByRole('button', { name: /as table/ }).boundingBox())?.x
  await pointAt(app, power, 0.6)
  await expect(power.getByRole('status')).toHaveAttribute('data-at')
  const before = await place()
  // Off the drawing the readout goes back to the highest, which is longer.
  await power.getByText('GPU power', { exact: true }).hover()
  await expect(power.getByRole('status')).toContainText('max')
  expect(await place()).toBe(before)
})

test('a drag zooms every chart, a double click shows all again', async ({ openApp, atEnd }) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 250 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  await app.send('Show me a tour')
  await ended(app)
  const power = chart(app, 'GPU power')
  const timeAt = async (figure: Locator, share: number) => {
    await pointAt(app, figure, share)
    await expect(figure.getByRole('status')).toHaveAttribute('data-at')
    return Number(await figure.getByRole('status').getAttribute('data-at'))
  }
  const before = await timeAt(chart(app, 'Decode rate'), 0.9)
  await pointAt(app, power, 0.3)
  await app.page.mouse.down()
  await pointAt(app, power, 0.6)
  await app.page.mouse.up()
  await expect.poll(() => timeAt(chart(app, 'Decode rate'), 0.9)).toBeLessThan(before * 0.75)
  await app.page.mouse.move(10, 10)
  await expect(app.page.getByRole('button', { name: 'Show all' })).toBeVisible()
  const box = await power.locator('.u-over').boundingBox()
  await app.page.mouse.dblclick((box?.x ?? 0) + 50, (box?.y ?? 0) + 30)
  await expect.poll(() => timeAt(chart(app, 'Decode rate'), 0.9)).toBe(before)
})

test('a turn without a profile has its decode rate, and no chart of what nobody measured', async ({
  openApp,
  serve,
}) => {
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    for (let n = 0; n < 30; n += 1) {
      response.write(chunk({ content: 'word ' }))
      await new Promise((go) => setTimeout(go, 25))
    }
    response.end(chunk({}, 'stop') + DONE)
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await ended(app)
  await expect(chart(app, 'Decode rate')).toBeVisible()
  await expect(profile(app).getByRole('figure')).toHaveCount(1)
  await expect(profile(app)).not.toContainText('Server now')
})

test('three hours of samples are drawn, and the table says that it is thinned', async ({
  openApp,
  serve,
}) => {
  const samples = Array.from({ length: 36_000 }, (_, n) => ({
    t: 0.1 + n * 0.3,
    gpu_power_w: 20 + (n % 7),
    gpu_pct: 90,
    dram_power_w: 4,
    bw_gbs: 250,
  }))
  const server = await serve(async (request, response) => {
    beginStream(request, response)
    for (let n = 0; n < 12; n += 1) {
      response.write(chunk({ content: 'word ' }))
      await new Promise((go) => setTimeout(go, 40))
    }
    response.write(chunk({}, 'stop'))
    const summary = { theoretical_bw_gbs: 800, chip: 'Test' }
    response.end(`data: ${JSON.stringify({ afm_profile_extended: { summary, samples } })}\n\n${DONE}`)
  })
  const app = await openApp(server.url)
  await app.send('Hello')
  await ended(app)
  const power = chart(app, 'GPU power')
  await expect(power.getByRole('status')).toHaveText('max 26.0 W DRAM 4.00 W')
  await pointAt(app, power, 0.5)
  const atMs = Number(await power.getByRole('status').getAttribute('data-at'))
  const watts = 20 + (Math.round((atMs / 1000 - 0.1) / 0.3) % 7)
  await expect(power.getByRole('status')).toContainText(`${watts.toFixed(1)} W`)
  await power.getByRole('button', { name: /as table/ }).click()
  await expect(power.getByRole('table')).toContainText('Every 180th of 36000 readings')
})

test('live power from a tool is drawn while the reply streams, with its source, and ends with the app', async ({
  openApp,
  atEnd,
}) => {
  const macmon = fakeTool('macmon', { lines: 'macmon.jsonl', everyS: 0.2 })
  atEnd(() => macmon.remove())
  const path = process.env.PATH
  process.env.PATH = `${macmon.folder}:${path}`
  atEnd(() => {
    process.env.PATH = path
  })
  atEnd(() => expect.poll(() => macmon.pids().some(isAlive)).toBe(false))
  const demo = await startDemoServer({ port: 0, rateTokS: 90 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  await app.send('Show me a tour')
  const live = chart(app, 'GPU power, live')
  await expect(live).toContainText('macmon')
  await expect(live.getByRole('status')).toHaveText(/^2\d\.\d W DRAM/, { timeout: 15_000 })
  await expect(profile(app).getByRole('status', { name: 'Live power' })).toContainText(
    /GPU now .* W · macmon/,
  )
  await expect(chart(app, 'Decode rate, live').getByRole('status')).toHaveText(/tok\/s$/)
  await ended(app)
  await expect(chart(app, 'GPU power')).toContainText('AFM')
  await expect(chart(app, 'GPU power')).not.toContainText('macmon')
})

test('says how to get live power, reads the server’s metrics, and rests when the pane is closed', async ({
  openApp,
  atEnd,
}) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 400 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  await expect(profile(app)).toContainText('brew install macmon')
  await app.send('Hello there')
  const block = profile(app).getByRole('region', { name: 'Server now' })
  await expect(block).toContainText('Waiting')
  await expect(block).toContainText('Prefix hits')
  await ended(app)
  // A drawing, a frame or a message while nothing streams and the pane is closed would be work for nothing.
  await app.page.getByRole('button', { name: 'Hide profile' }).click()
  await expect(profile(app)).toBeHidden()
  await app.page.evaluate(() => {
    const counts = { frames: 0 }
    Object.assign(window, { rest: counts })
    const { requestAnimationFrame: ask } = window
    window.requestAnimationFrame = (callback) => {
      counts.frames += 1
      return ask(callback)
    }
  })
  await app.page.waitForTimeout(1500)
  expect(await app.page.evaluate(() => (window as unknown as { rest: { frames: number } }).rest.frames)).toBe(
    0,
  )
})
