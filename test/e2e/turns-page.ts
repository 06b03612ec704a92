import type { Locator } from '@playwright/test'
import type { AppPage } from './app.ts'

/** The sheet of the turns, addressed by the names assistive technology sees. */
export class TurnsPage {
  readonly app: AppPage
  readonly sheet: Locator

  constructor(app: AppPage) {
    this.app = app
    this.sheet = app.page.getByRole('dialog', { name: /^(Turns|Two turns)$/ })
  }

  get grid(): Locator {
    return this.sheet.getByRole('grid', { name: 'Turns' })
  }
  get rows(): Locator {
    return this.grid.locator('tr[data-reply]')
  }
  get readout(): Locator {
    return this.sheet.getByRole('status', { name: 'Turn under the pointer' })
  }

  /** What a row's cell shows, without the words that only assistive technology hears. */
  async cell(row: Locator, column: string): Promise<string> {
    return row.locator(`td[data-column="${column}"]`).evaluate((cell) => {
      const copy = cell.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove()
      return copy.textContent ?? ''
    })
  }

  /** A column from top to bottom. */
  async column(column: string): Promise<string[]> {
    const rows = await this.rows.all()
    return Promise.all(rows.map((row) => this.cell(row, column)))
  }

  async sortBy(column: string): Promise<void> {
    await this.grid.locator(`th[data-column="${column}"] button`).click()
  }

  /** Where the chosen turn's point is, in px of the window. */
  async ringCentre(): Promise<{ x: number; y: number }> {
    const box = await this.sheet.locator('[data-ring]').boundingBox()
    if (!box) throw new Error('No point is ringed.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
}

/** How many pixels of a chart's canvas were drawn on. */
export function inkOf(figure: Locator): Promise<number> {
  return figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let ink = 0
    for (let at = 3; at < (data?.length ?? 0); at += 4) if ((data?.[at] ?? 0) > 0) ink += 1
    return ink
  })
}
