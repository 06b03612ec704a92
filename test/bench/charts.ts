import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import { servePage } from './render/page-server.ts'
import { longTasks } from './render/tasks.ts'
import { type BenchRow, median } from './row.ts'

const POINTS = 100_000
const ROUNDS = 9
const UPDATES = 30
/** A frame of 60 Hz. */
const FRAME_MS = 1000 / 60

/**
 * The app's own chart, built and drawn in Chromium: 100,000 points first drawn, and drawn anew ten times a
 * second. A frame is dropped by us when a task of the page takes more than a frame of processor time.
 */
export async function chartsBench(): Promise<BenchRow[]> {
  const server = await servePage(new URL('charts-page/', import.meta.url))
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } })
    await page.goto(server.url)
    await page.evaluate(([points, count]) => window.prepare(points, count), [POINTS, UPDATES] as const)
    const firstMs: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = await page.evaluate(() => window.drawOnce())
      // The first round also compiles the code.
      if (round > 0) firstMs.push(took)
    }
    await page.evaluate(() => window.mount())
    const updates = await page.evaluate(() => window.drawUpdates())
    const dropped = await longTasks(page, FRAME_MS, async () => {
      await page.evaluate(() => window.drawUpdates())
    })
    const [first, update] = [median(firstMs), median(updates)]
    return [
      { what: '100,000 points first drawn, median', value: first, unit: 'ms', bar: '≤ 60', ok: first <= 60 },
      { what: '100,000 points drawn anew, median', value: update, unit: 'ms', bar: '≤ 4', ok: update <= 4 },
      {
        what: `frames dropped at 10 updates a second, of ${UPDATES}`,
        value: dropped.length,
        unit: '',
        bar: '0',
        ok: dropped.length === 0,
      },
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}
