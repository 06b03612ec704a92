import { readFile } from 'node:fs/promises'
import { type MeasuredTurn, threeModels, writeMeasured } from '../fixtures/measured-turns.ts'
import { type AppPage, expect, test } from './app.ts'
import { seriousFaults } from './axe.ts'
import { TurnsPage } from './turns-page.ts'

async function openTurns(app: AppPage): Promise<TurnsPage> {
  const turns = new TurnsPage(app)
  await app.page.getByRole('button', { name: 'Compare turns' }).click()
  await expect(turns.rows.first()).toBeVisible()
  return turns
}

test('the table is taken away as CSV, the chart as PNG, as they are filtered and sorted', async ({
  openApp,
  newFolder,
}) => {
  const folder = await newFolder()
  writeMeasured(folder, threeModels(Date.now()))
  const app = await openApp(undefined, folder)
  const turns = await openTurns(app)
  await expect(turns.sheet).toContainText('60 turns')
  await turns.sheet.getByRole('combobox', { name: 'Model' }).click()
  await turns.sheet.getByRole('option', { name: /Gemma/ }).click()
  await expect(turns.rows).toHaveCount(20)
  await expect(turns.sheet).toContainText('20 of 60 turns')
  await turns.sortBy('energyPerToken')
  const save = async (name: string) => {
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      turns.sheet.getByRole('button', { name }).click(),
    ])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const csv = await save('Save CSV')
  expect(csv.name).toBe('turns.csv')
  const [headings = [], ...lines] = csv.bytes
    .toString()
    .trim()
    .split('\r\n')
    // Only the reason for a missing energy holds commas here, and it stands behind the figures.
    .map((line) => line.split(','))
  const values = lines.map((line) => line[headings.indexOf('energy_per_token_j')] ?? '')
  const written = values.map((value) => (value === '' ? '–' : Number(value).toFixed(2)))
  expect(await turns.column('energyPerToken')).toEqual(written)
  const known = values.filter((value) => value !== '').map(Number)
  expect(known.length).toBeGreaterThan(10)
  expect(known.length).toBeLessThan(20)
  expect(known).toEqual(known.toSorted((a, b) => b - a))
  const png = await save('Save PNG')
  expect(png.name).toBe('turns.png')
  expect([...png.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])

  await turns.sheet.getByRole('combobox', { name: 'Vertical axis' }).click()
  await turns.sheet.getByRole('option', { name: 'Energy per token' }).click()
  const lacking = 20 - known.length
  await expect(turns.sheet).toContainText(`${lacking} turns have no energy figure`)
})

test('of very many turns the newest come first, more when asked, and only rows near the screen exist', async ({
  openApp,
  newFolder,
}) => {
  const folder = await newFolder()
  const one: MeasuredTurn = { model: 'a/b', promptTokens: 100, tokens: 20, tokS: 50, powerW: null }
  writeMeasured(
    folder,
    Array.from({ length: 26 }, (_, at) => ({
      title: `Chat ${at}`,
      atMs: Date.UTC(2026, 0, at + 1),
      turns: Array.from({ length: 20 }, () => one),
    })),
  )
  const app = await openApp(undefined, folder)
  const turns = await openTurns(app)
  await expect(turns.sheet).toContainText('newest 500 of 520 turns')
  await turns.sheet.getByRole('button', { name: 'Load more' }).click()
  await expect(turns.sheet).toContainText('520 turns')
  await expect(turns.grid).toHaveAttribute('aria-rowcount', '521')
  expect(await turns.rows.count()).toBeLessThan(100)
  await turns.rows.first().focus()
  await app.page.keyboard.press('End')
  await expect(turns.grid.locator('tr[aria-rowindex="521"]')).toBeFocused()
  await expect(turns.grid.locator('tr[aria-rowindex="521"]')).toBeInViewport()
  await app.page.keyboard.press('Home')
  await expect(turns.grid.locator('tr[aria-rowindex="2"]')).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in the turns, ${colorScheme}`, async ({ openApp, newFolder }) => {
    const folder = await newFolder()
    writeMeasured(folder, threeModels(Date.now()))
    const app = await openApp(undefined, folder)
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const turns = await openTurns(app)
    const faults = () => seriousFaults(app, colorScheme, 'dialog')
    for (const row of [2, 3]) await turns.rows.nth(row).getByRole('checkbox').check()
    expect(await faults()).toEqual([])
    await turns.sheet.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(turns.sheet.getByRole('figure', { name: 'GPU power of both turns' })).toBeVisible()
    await turns.sheet.getByRole('figure', { name: 'Decode rate of both turns' }).hover()
    await turns.sheet.getByRole('button', { name: 'Show Decode rate as table' }).click()
    expect(await faults()).toEqual([])
  })
