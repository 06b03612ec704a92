import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { ConversationStore } from '../../main/conversations/conversation-store.ts'
import type { Message } from '../../shared/chat/conversation.ts'
import { NO_SAMPLING } from '../../shared/chat/settings.ts'
import type { ProfileSample } from '../../shared/stream/profile.ts'
import { newTurn } from '../../shared/stream/turn.ts'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { startScriptedServer } from '../fixtures/scripted-server.ts'
import { type BenchRow, median } from './row.ts'

const LENGTHS = [50, 5_000] as const
const ROUNDS = 15
const BAR_OPEN = 1.5
const BAR_SCRIPT_KB = 150
/** A reply of half a minute, sampled and counted as AFM and the app do. */
const SAMPLES = 300
const ARRIVALS = 500

/**
 * What a user waits for: the script the page loads before it shows anything, and from the click on a
 * conversation to its end on the screen, in the real app on a real file. Needs a build of the app.
 */
export async function openBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'afm-desktop-bench-'))
  const server = await startScriptedServer({ chat: () => {} })
  const store = new ConversationStore(folder)
  store.addAll(LENGTHS.map((length) => ({ whole: conversation(length), hash: String(length) })))
  store.close()
  const host = await startBrowserHostProcess(server.url, folder)
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGS] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const scriptKb = await scriptBeforePaint(page, host.url)
    const [short, long] = await openings(page)
    const shown = (length: number, value: number): BenchRow => ({
      what: `click on a conversation of ${length} messages → its end drawn, p50`,
      value,
      unit: 'ms',
      bar: '',
      ok: true,
    })
    return [
      {
        what: 'script before the first paint, gzip',
        value: scriptKb,
        unit: 'kB',
        bar: `≤ ${BAR_SCRIPT_KB}`,
        ok: scriptKb <= BAR_SCRIPT_KB,
      },
      shown(LENGTHS[0], short),
      shown(LENGTHS[1], long),
      {
        what: `open ${LENGTHS[1]} messages ÷ ${LENGTHS[0]}`,
        value: long / short,
        unit: '×',
        bar: `≤ ${BAR_OPEN}`,
        ok: long / short <= BAR_OPEN,
      },
    ]
  } finally {
    await browser.close()
    await host.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the page, and weighs the scripts that had come when its first content was painted, kB of gzip. */
async function scriptBeforePaint(page: Page, url: string): Promise<number> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) bodies.set(response.url(), response.body())
  })
  await page.goto(url)
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Of 50', { exact: true }).waitFor()
  const before = await page.evaluate(() => {
    const paintedAtMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return loaded.filter((entry) => entry.startTime < paintedAtMs).map(({ name }) => name)
  })
  let bytes = 0
  for (const name of before) bytes += gzipSync((await bodies.get(name)) ?? '').length
  if (bytes === 0) throw new Error('the page painted without a script')
  return bytes / 1000
}

/** The median time to open each, ms, in turns so that both meet the same machine. */
async function openings(page: Page): Promise<[short: number, long: number]> {
  const took: [number[], number[]] = [[], []]
  // The first of each loads what is loaded once, such as the Markdown chunk.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, length] of LENGTHS.entries()) {
      const drawn = page.evaluate(endDrawn, `End of ${length}.`)
      await page
        .getByRole('navigation', { name: 'Conversations' })
        .getByText(`Of ${length}`, { exact: true })
        .click()
      const ms = await drawn
      if (round >= 0) took[at]?.push(ms)
    }
  }
  return [median(took[0]), median(took[1])]
}

/** From the next click to the frame after the one that has the text in it, ms. */
function endDrawn(text: string): Promise<number> {
  return new Promise((done) => {
    let clickedAtMs = 0
    const look = () => {
      const last = [...document.querySelectorAll('article')].at(-1)
      if (!last?.textContent.includes(text)) return requestAnimationFrame(look)
      return requestAnimationFrame(() => done(performance.now() - clickedAtMs))
    }
    document.addEventListener(
      'click',
      (event) => {
        clickedAtMs = event.timeStamp
        requestAnimationFrame(look)
      },
      { capture: true, once: true },
    )
  })
}

function conversation(length: number) {
  const id = `c${length}`
  const messages: Message[] = []
  for (let at = 0; at < length; at += 1) {
    const parentId = messages.at(-1)?.id ?? null
    const text =
      at === length - 1 ? `End of ${length}.` : `Message ${at}. ${'Some words to read. '.repeat(20)}`
    const head = { id: `${id}-${at}`, createdAtMs: at }
    messages.push(
      parentId === null || at % 2 === 0
        ? { role: 'user', ...head, parentId, text }
        : { role: 'assistant', ...head, parentId, request: REQUEST, turn: turn(text) },
    )
  }
  const leafId = messages.at(-1)?.id ?? null
  const [createdAtMs, updatedAtMs] = [0, length]
  return { id, title: `Of ${length}`, createdAtMs, updatedAtMs, pinned: false, messages, leafId }
}

function turn(content: string) {
  const samples: ProfileSample[] = Array.from({ length: SAMPLES }, (_, at) => ({
    t: at / 10,
    bwGbs: 180.5 + (at % 7),
    gpuPct: 97.25,
    gpuPowerW: 31.4 + (at % 5),
    dramPowerW: 6.1,
  }))
  const points = Array.from({ length: ARRIVALS }, (_, at) => [200 + at * 60, at + 1]).flat()
  const usage = { promptTokens: 100, completionTokens: ARRIVALS, totalTokens: 100 + ARRIVALS }
  return {
    ...newTurn('bench'),
    content,
    samples,
    usage,
    arrivals: { bucketMs: 50, points },
    deltas: ARRIVALS,
    end: 'done' as const,
  }
}

const REQUEST = {
  serverName: 'Bench',
  baseUrl: 'http://127.0.0.1:1',
  model: 'bench-model',
  sampling: NO_SAMPLING,
  thinking: 'default',
  profile: 'extended',
  demo: false,
} as const
