import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { iconSvg } from './drawing.ts'
import { ICNS_TYPES, icns } from './icns.ts'

/**
 * Draws `build/icon.icns` anew: `node build/icon/draw.ts [CHROMIUM]`. The result is kept with the sources, so
 * that a build needs no browser.
 */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const executablePath = process.argv[2]
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
const pngs = new Map<number, Buffer>()
for (const sizePx of new Set(ICNS_TYPES.map(([, size]) => size))) {
  await page.setViewportSize({ width: sizePx, height: sizePx })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${iconSvg(sizePx)}`)
  pngs.set(sizePx, await page.screenshot({ omitBackground: true }))
}
await browser.close()
writeFileSync(
  at('../icon.icns'),
  icns((sizePx) => pngs.get(sizePx) ?? Buffer.alloc(0)),
)
