import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { beginStream, chunk, confirmCancel, DONE, startScriptedServer } from '../fixtures/scripted-server.ts'
import { type BenchRow, percentile } from './row.ts'

const ROUNDS = 30
const BAR_MS = 50

/**
 * From the click on Stop in the page to the cancel in the server's hands, in the real app while a reply
 * streams at 200 tok/s. Both moments are read off the same machine's wall clock (time origin plus a
 * monotonic offset), the click's from the event itself, so that the test driver's own latency is not in it.
 */
export async function stopBench(): Promise<BenchRow[]> {
  let cancelAtMs = 0
  let cancelled = Promise.withResolvers<void>()
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      const timer = setInterval(() => response.write(chunk({ content: ' token' })), 5)
      await cancelled.promise
      clearInterval(timer)
      if (!response.destroyed) response.end(chunk({}, 'cancelled') + DONE)
    },
    cancel: (request, response) => {
      cancelAtMs = performance.timeOrigin + request.atMs
      void confirmCancel(request, response)
      cancelled.resolve()
    },
  })
  const host = await startBrowserHostProcess(server.url)
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
  try {
    const page = await browser.newPage()
    await page.goto(host.url)
    await page.evaluate(() => {
      const note = (event: Event) => {
        document.body.dataset.clickAtMs = String(performance.timeOrigin + event.timeStamp)
      }
      document.addEventListener('click', note, { capture: true })
    })
    const tookMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      cancelled = Promise.withResolvers<void>()
      await page.getByRole('textbox', { name: 'Message' }).fill(`round ${round}`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('article', { name: 'Reply' }).last().getByText('token token').waitFor()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await cancelled.promise
      tookMs.push(cancelAtMs - Number(await page.evaluate(() => document.body.dataset.clickAtMs)))
      await page.getByRole('button', { name: 'Send' }).waitFor()
    }
    const p95 = percentile(tookMs, 95)
    return [
      {
        what: 'Stop → cancel at the server, p50',
        value: percentile(tookMs, 50),
        unit: 'ms',
        bar: '',
        ok: true,
      },
      {
        what: `Stop → cancel at the server, p95 of ${ROUNDS}`,
        value: p95,
        unit: 'ms',
        bar: `≤ ${BAR_MS}`,
        ok: p95 <= BAR_MS,
      },
    ]
  } finally {
    await browser.close()
    await host.close()
    await server.close()
  }
}
