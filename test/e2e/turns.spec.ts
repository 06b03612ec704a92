import { startDemoServer } from '../../main/demo/index.ts'
import { type AppPage, expect, test } from './app.ts'
import { inkOf, TurnsPage } from './turns-page.ts'

/** The numbers under a reply, in their order: tokens, tok/s, first token, J/token. */
async function figuresUnder(app: AppPage, nth: number): Promise<string[]> {
  const line = app.replies.nth(nth).getByRole('button', { name: /tok\/s/ })
  await expect(line).toContainText('J/token')
  return line.locator('b').allInnerTexts()
}

test('lists the turns with the figures under their replies, draws them, and lays two over each other', async ({
  openApp,
  atEnd,
}) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 400 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  for (const text of ['Show me a tour', 'Hello there']) {
    await app.send(text)
    await expect(app.reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
  }
  const under = [await figuresUnder(app, 0), await figuresUnder(app, 1)]

  const turns = new TurnsPage(app)
  // Each host by a way of its own: the menu, or the button in the profile's title bar.
  if (app.electron) await app.electron.order({ type: 'menu', label: 'Turns…' })
  else await app.page.getByRole('button', { name: 'Compare turns' }).click()
  await expect(turns.sheet.getByRole('radio', { name: 'This conversation' })).toBeChecked()
  await expect(turns.rows).toHaveCount(2)
  await expect(turns.sheet).toContainText('2 turns')
  const columns = ['tokens', 'decodeRate', 'timeToFirstToken', 'energyPerToken']
  const rowFigures = (row: number) =>
    Promise.all(columns.map((column) => turns.cell(turns.rows.nth(row), column)))
  // Newest first.
  expect(await rowFigures(0)).toEqual(under[1])
  expect(await rowFigures(1)).toEqual(under[0])

  // A press on a heading sorts, another turns it round.
  const tokens = under.map(([count = '']) => Number(count.replace(',', '')))
  await turns.sortBy('tokens')
  const order = async () => (await turns.column('tokens')).map((text) => Number(text.replace(',', '')))
  expect(await order()).toEqual(tokens.toSorted((a, b) => b - a))
  await turns.sortBy('tokens')
  expect(await order()).toEqual(tokens.toSorted((a, b) => a - b))
  await turns.sortBy('when')

  // Chosen by key, the first row's point is ringed; under the pointer it reads what the row says.
  const chart = turns.sheet.getByRole('figure', { name: 'Decode rate against context length' })
  await expect(chart).toHaveAttribute('data-points', '2')
  await turns.rows.nth(1).focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(turns.rows.first()).toBeFocused()
  const { x, y } = await turns.ringCentre()
  await app.page.mouse.move(x, y)
  await expect(turns.readout).toHaveAttribute(
    'data-reply',
    (await turns.rows.first().getAttribute('data-reply')) ?? '',
  )
  await expect(turns.readout).toContainText(`${under[1]?.[1]} tok/s from the server`)
  const context = await turns.cell(turns.rows.first(), 'contextTokens')
  await expect(turns.readout).toContainText(`${context} tokens of context from the server`)
  expect(await inkOf(chart)).toBeGreaterThan(1000)

  // Space picks, and picks the next; the two are drawn over each other, with the ratio of their figures.
  await app.page.keyboard.press('Space')
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Space')
  await turns.sheet.getByRole('button', { name: 'Compare', exact: true }).click()
  for (const name of ['Decode rate of both turns', 'GPU power of both turns']) {
    const overlay = turns.sheet.getByRole('figure', { name })
    await expect(overlay).toBeVisible()
    await expect.poll(() => inkOf(overlay)).toBeGreaterThan(1000)
  }
  const figures = turns.sheet.getByRole('table', { name: 'Figures of both turns' })
  const [a = '', b = '', ratio = ''] = await figures
    .locator('tr[data-figure="decodeRate"] td')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.querySelector('span')?.firstChild?.textContent ?? cell.textContent ?? ''),
    )
  expect([a, b]).toEqual([under[1]?.[1], under[0]?.[1]])
  expect(Number(ratio)).toBeCloseTo(Number(b) / Number(a), 1)
  await turns.sheet.getByRole('button', { name: 'Swap A and B' }).click()
  await expect(figures.locator('tr[data-figure="decodeRate"] td').first()).toContainText(b)
  await turns.sheet.getByRole('radio', { name: 'Since send' }).check()
  const power = turns.sheet.getByRole('figure', { name: 'GPU power of both turns' })
  // Both read what they measured nearest to the cursor, wherever the other chart's readings are.
  const plot = await power.locator('.u-over').boundingBox()
  await app.page.mouse.move((plot?.x ?? 0) + (plot?.width ?? 0) / 2, (plot?.y ?? 0) + 20)
  const readout = power.getByRole('status')
  await expect(readout).toHaveAttribute('data-at')
  const atS = Number(await readout.getAttribute('data-at')) / 1000
  const [readA, readB] = ((await readout.textContent()) ?? '').match(/[\d.]+|–/g) ?? []
  await power.getByRole('button', { name: /as table/ }).click()
  await expect(power.getByRole('columnheader')).toHaveText(['Time (s)', 'A (W)', 'B (W)'])
  const rows = await power.getByRole('table').getByRole('row').all()
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
  for (const [column, read] of [
    [1, readA],
    [2, readB],
  ] as const) {
    const measured = cells.filter((row) => /\d/.test(row[column] ?? ''))
    const away = (row: readonly string[]) => Math.abs(Number(row[0]) - atS)
    const nearest = measured.toSorted((one, other) => away(one) - away(other))[0] ?? []
    expect(Math.abs(Number(nearest[column]) - Number(read))).toBeLessThan(0.1)
  }
  // Before the first token neither has a rate.
  await app.page.mouse.move((plot?.x ?? 0) + 2, (plot?.y ?? 0) + 20)
  const rate = turns.sheet.getByRole('figure', { name: 'Decode rate of both turns' })
  await expect(rate.getByRole('status')).toHaveText(/^A –\s*B –\s*tok\/s$/)

  // And back to where one of them was said.
  await turns.sheet.getByRole('button', { name: 'All turns' }).click()
  await turns.rows.last().focus()
  await app.page.keyboard.press('Enter')
  await expect(turns.sheet).toBeHidden()
  await expect(app.replies.first()).toBeInViewport()
  await expect(app.page.getByRole('button', { name: 'Show latest' })).toBeVisible()
})

test('takes up a turn that ends while the list is open', async ({ openApp, atEnd }) => {
  const demo = await startDemoServer({ port: 0, rateTokS: 120 })
  atEnd(() => demo.close())
  const app = await openApp(demo.url)
  const turns = new TurnsPage(app)
  await app.page.keyboard.press('Control+Alt+U')
  await expect(turns.sheet).toContainText('No turns yet')
  await app.page.keyboard.press('Escape')
  await expect(turns.sheet).toBeHidden()
  await app.send('Show me a tour')
  await app.page.keyboard.press('Control+Alt+U')
  await expect(turns.sheet).toContainText('No turns yet')
  await expect(turns.rows).toHaveCount(1, { timeout: 20_000 })
  await expect(turns.sheet).toContainText('With a second turn, the two can be laid over each other.')
})
