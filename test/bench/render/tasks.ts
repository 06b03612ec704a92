import type { Page } from '@playwright/test'

/** A finished slice of work on a thread, as Chromium's trace tells it. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The thread's own processor time, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Runs `work` and returns the tasks of page main threads that took more than `longMs` of processor time, in
 * milliseconds; no other page should be open. Processor time, because on a busy machine a thread that waits for its turn has long tasks of
 * nothing; it counts everything of a task: script, style, layout and paint.
 */
export async function longTasks(page: Page, longMs: number, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own to trace.')
  const session = await browser.newBrowserCDPSession()
  const mainThreads = new Set<string>()
  const tasks: { thread: string; ms: number }[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const thread = `${event.pid} ${event.tid}`
      if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') mainThreads.add(thread)
      const ms = (event.tdur ?? 0) / 1000
      if (event.name === 'RunTask' && ms > longMs) tasks.push({ thread, ms })
    }
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'],
      excludedCategories: ['*'],
    },
  })
  await work()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return tasks.filter(({ thread }) => mainThreads.has(thread)).map(({ ms }) => ms)
}
