import { type CDPSession, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { beginStream, chunk, DONE, startScriptedServer } from '../fixtures/scripted-server.ts'
import type { BenchRow } from './row.ts'

const REPLIES = 40
const TOKENS_A_REPLY = 25_000
const RATE_TOK_S = 20_000
const BAR_GROWTH = 1.1

/**
 * A million tokens streamed into one conversation of the real app: what the page still holds after garbage
 * collection, half way and at the end. What grows there is what a long day's chat would choke on.
 */
export async function heapBench(): Promise<BenchRow[]> {
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      const startedAtMs = performance.now()
      for (let sent = 0; sent < TOKENS_A_REPLY; ) {
        const due = Math.min(TOKENS_A_REPLY, ((performance.now() - startedAtMs) / 1000) * RATE_TOK_S)
        let frames = ''
        for (; sent < due; sent += 1) frames += chunk({ content: sent % 40 === 39 ? 'end.\n\n' : 'word ' })
        response.write(frames)
        await new Promise((go) => setTimeout(go, 1))
      }
      response.end(chunk({}, 'stop') + DONE)
    },
  })
  const host = await startBrowserHostProcess(server.url)
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const session = await page.context().newCDPSession(page)
    await page.goto(host.url)
    const heapMb: number[] = []
    for (let reply = 1; reply <= REPLIES; reply += 1) {
      await page.getByRole('textbox', { name: 'Message' }).fill(`Reply ${reply}`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Send' }).waitFor({ timeout: 120_000 })
      heapMb.push(await liveHeapMb(session))
    }
    const halfMb = heapMb[REPLIES / 2 - 1] ?? Number.NaN
    const endMb = heapMb.at(-1) ?? Number.NaN
    const shown = (what: string, value: number) => ({ what, value, unit: 'MB', bar: '', ok: true })
    return [
      shown('page heap after 25,000 tokens', heapMb[0] ?? Number.NaN),
      shown('page heap after 500,000 tokens', halfMb),
      shown('page heap after 1,000,000 tokens', endMb),
      {
        what: 'page heap, a million tokens ÷ half a million',
        value: endMb / halfMb,
        unit: '×',
        bar: `≤ ${BAR_GROWTH}`,
        ok: endMb / halfMb <= BAR_GROWTH,
      },
    ]
  } finally {
    await browser.close()
    await host.close()
    await server.close()
  }
}

/** What the page's script holds once its garbage has been collected, MB. */
async function liveHeapMb(session: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}
