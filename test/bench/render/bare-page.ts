import type { Browser } from '@playwright/test'
import { measurePage, type PageCost } from './measure.ts'

/** 33 tokens of four characters: what 2,000 tokens a second bring with each frame. */
const CHARS_PER_FRAME = 132

/**
 * Streams a document into one component on a page of its own, a state change with every frame. That is the
 * least a page can do, so a whole app that needs less than a bare component is the cheaper in any case.
 */
export async function measureBare(
  browser: Browser,
  url: string,
  contender: 'ours' | 'streamdown' | 'plain',
  text: string,
): Promise<PageCost> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(url)
    await page.evaluate((name) => window.mountContender(name), contender)
    await page.waitForTimeout(500)
    return await measurePage(page, () =>
      page.evaluate(([all, step]) => window.feed(all, step), [text, CHARS_PER_FRAME] as const),
    )
  } finally {
    await page.close()
  }
}
