import type { CDPSession, Page } from '@playwright/test'
import { longTasks } from './tasks.ts'

/** A task that takes longer is felt. */
const LONG_TASK_MS = 50

/** What a page did between two moments. */
export interface PageCost {
  /** Milliseconds of script on the page's main thread, of layout, of style, and of all its tasks. */
  readonly scriptMs: number
  readonly layoutMs: number
  readonly styleMs: number
  readonly taskMs: number
  readonly frames: number
  readonly wallMs: number
  /** Processor time of each task that took more than 50 ms of it. */
  readonly longTasksMs: readonly number[]
  /** Script per frame in the first and in the last tenth of the work. */
  readonly firstMsPerFrame: number
  readonly lastMsPerFrame: number
}

interface Sample {
  readonly atMs: number
  readonly scriptMs: number
  readonly layoutMs: number
  readonly styleMs: number
  readonly taskMs: number
  readonly frames: number
}

const SAMPLE_EVERY_MS = 100
/** What is put off until a reply has ended, such as colours, is part of its cost. */
const AFTERMATH_MS = 1000

/**
 * Runs `work` and measures the page with Chromium's own counters (CDP `Performance.getMetrics`), which see
 * all script on the main thread, whoever runs it. They count the thread's own processor time, so that other
 * programs on the machine do not change them. Frames are counted in the page, long tasks found in a trace.
 */
export async function measurePage(page: Page, work: () => Promise<void>): Promise<PageCost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(countFrames)
  const samples: Sample[] = [await sample(page, session)]
  let over = false
  const sampling = (async () => {
    while (!over) {
      await new Promise((go) => setTimeout(go, SAMPLE_EVERY_MS))
      samples.push(await sample(page, session))
    }
  })()
  let workDone = 0
  const longTasksMs = await longTasks(page, LONG_TASK_MS, async () => {
    await work()
    workDone = samples.push(await sample(page, session)) - 1
  }).finally(() => {
    over = true
    return sampling
  })
  await new Promise((go) => setTimeout(go, AFTERMATH_MS))
  samples.push(await sample(page, session))
  await session.detach()
  return costOf(samples, workDone, longTasksMs)
}

declare global {
  interface Window {
    benchFrames: number
  }
}

function countFrames(): void {
  window.benchFrames = 0
  const onFrame = () => {
    window.benchFrames += 1
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
}

async function sample(page: Page, session: CDPSession): Promise<Sample> {
  const frames = await page.evaluate(() => window.benchFrames)
  const { metrics } = await session.send('Performance.getMetrics')
  const valueMs = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return {
    atMs: performance.now(),
    scriptMs: valueMs('ScriptDuration'),
    layoutMs: valueMs('LayoutDuration'),
    styleMs: valueMs('RecalcStyleDuration'),
    taskMs: valueMs('TaskDuration'),
    frames,
  }
}

function costOf(samples: readonly Sample[], workDone: number, longTasksMs: readonly number[]): PageCost {
  const first = samples[0]
  const end = samples[workDone]
  const last = samples.at(-1)
  if (!first || !end || !last) throw new Error('Nothing was sampled.')
  const tenthMs = (end.atMs - first.atMs) / 10
  const nearest = (atMs: number) =>
    samples.reduce(
      (best, one) => (Math.abs(one.atMs - atMs) < Math.abs(best.atMs - atMs) ? one : best),
      first,
    )
  const perFrame = (from: Sample, to: Sample) =>
    (to.scriptMs - from.scriptMs) / Math.max(1, to.frames - from.frames)
  return {
    scriptMs: last.scriptMs - first.scriptMs,
    layoutMs: last.layoutMs - first.layoutMs,
    styleMs: last.styleMs - first.styleMs,
    taskMs: last.taskMs - first.taskMs,
    frames: last.frames - first.frames,
    wallMs: last.atMs - first.atMs,
    longTasksMs,
    firstMsPerFrame: perFrame(first, nearest(first.atMs + tenthMs)),
    lastMsPerFrame: perFrame(nearest(end.atMs - tenthMs), end),
  }
}
