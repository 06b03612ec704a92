import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../../browser.ts'
import type { BenchRow } from '../row.ts'
import { measureApp } from './app-page.ts'
import { measureBare } from './bare-page.ts'
import { codeDocument, mixedDocument } from './documents.ts'
import type { PageCost } from './measure.ts'
import { servePage } from './page-server.ts'

const LENGTH = 80_000
const RATE_TOK_S = 2000

/**
 * What it costs to show a reply of 80 KB while it comes at 2,000 tokens a second: the whole app in its page,
 * against streamdown's bare component and plain text, in one Chromium. Needs a build of the app.
 */
export async function renderBench(): Promise<BenchRow[]> {
  const server = await servePage(new URL('./page/', import.meta.url))
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
  try {
    const rows: BenchRow[] = []
    for (const [what, text, most] of [
      ['mixed', mixedDocument(LENGTH), 0.9],
      ['code', codeDocument(LENGTH), 0.1],
    ] as const) {
      const app = await measureApp(browser, text, RATE_TOK_S)
      const ours = await measureBare(browser, server.url, 'ours', text)
      const peer = await measureBare(browser, server.url, 'streamdown', text)
      const plain = await measureBare(browser, server.url, 'plain', text)
      rows.push(...shown(what, { app, ours, streamdown: peer, 'plain text': plain }))
      rows.push(
        barred(`${what}: script, the whole app ÷ bare streamdown`, app.scriptMs / peer.scriptMs, most),
      )
      const growth = app.lastMsPerFrame / app.firstMsPerFrame
      if (what === 'mixed') rows.push(barred(`${what}: script a frame, end ÷ start`, growth, 1.2))
      const longest = Math.max(0, ...app.longTasksMs)
      rows.push({ ...barred(`${what}: tasks over 50 ms in the app`, app.longTasksMs.length, 0), unit: '' })
      if (longest > 0)
        rows.push({ what: `${what}: longest task`, value: longest, unit: 'ms', bar: '', ok: true })
    }
    return rows
  } finally {
    await browser.close()
    await server.close()
  }
}

function barred(what: string, value: number, most: number): BenchRow {
  return { what, value, unit: '×', bar: `≤ ${most}`, ok: value <= most }
}

/** Figures without a bar, for reading the ratios. */
function shown(what: string, costs: Readonly<Record<string, PageCost>>): BenchRow[] {
  const figure = (name: string, value: number): BenchRow => ({
    what: name,
    value,
    unit: 'ms',
    bar: '',
    ok: true,
  })
  return Object.entries(costs).flatMap(([name, cost]) => [
    figure(`${what}: script, ${name}`, cost.scriptMs),
    figure(`${what}: layout and style, ${name}`, cost.layoutMs + cost.styleMs),
  ])
}
