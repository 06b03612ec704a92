import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import type { Order, Report } from './control.ts'

export interface LaunchOptions {
  /** Where the app keeps everything; must exist. */
  readonly dataFolder: string
  readonly env?: Readonly<Record<string, string>>
  /** The folder of the build; `dist` when left out. */
  readonly build?: string
  /** Arguments of the app, e.g. `--server=http://127.0.0.1:1234`. */
  readonly args?: readonly string[]
}

/** The built app, running in the stand-in. */
export interface LaunchedApp {
  /** The page of its first window. */
  readonly page: Page
  readonly browser: Browser
  readonly process: ChildProcess
  /** What the app reported so far, e.g. links that it opened outside. */
  readonly reports: readonly Report[]
  /** Chooses a command in the menu, or does something else from outside the page. */
  order(order: Order): Promise<void>
  /** Waits for the page of a window that opens now. */
  nextWindow(): Promise<Page>
  /** Asks the app to quit, waits until it has, and gives its exit code. */
  stop(): Promise<number | null>
}

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** Where the app's pages are, as the stand-in shows them. */
export const PAGE_ADDRESS = 'https://bundle.app.invalid/'

/**
 * Starts the built app. It must have been built before.
 *
 * @throws Error with the app's output if it does not come up.
 */
export async function launchApp(options: LaunchOptions): Promise<LaunchedApp> {
  const { dataFolder, env = {}, args = [], build = DIST } = options
  const run = fileURLToPath(new URL('./run.ts', import.meta.url))
  const main = join(build, 'main', 'electron.js')
  const child = spawn(process.execPath, [run, main, `--data=${dataFolder}`, ...args], {
    env: { ...process.env, STAND_IN_CHROMIUM: JSON.stringify([requireChromium(), ...CHROMIUM_ARGS]), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += String(data)
    })
  }
  const reports: Report[] = []
  const exited = once(child, 'exit')
  const endpoint = new Promise<string>((resolve) => {
    child.on('message', (message) => {
      const report = message as Report
      reports.push(report)
      if (report.type === 'chromium') resolve(report.endpoint)
    })
  })
  const failed = exited.then(([code]): never => {
    throw new Error(`The app ended with ${code}: ${output} ${JSON.stringify(reports)}`)
  })
  // Who is not waiting for it any more does not care.
  failed.catch(() => {})
  async function connect(): Promise<{ browser: Browser; page: Page }> {
    const browser = await chromium.connectOverCDP(await Promise.race([endpoint, failed]))
    return { browser, page: await Promise.race([pageOf(browser, new Set()), failed]) }
  }
  const { browser, page } = await connect().catch(async (error: Error) => {
    // What the app said explains more than that it could not be reached.
    output += error.message
    child.kill()
    return failed
  })

  return {
    page,
    browser,
    process: child,
    reports,
    async order(order) {
      const carriedOut = new Promise<void>((resolve) => {
        child.on('message', function heard(message) {
          if ((message as Report).type !== 'ordered') return
          child.off('message', heard)
          resolve()
        })
      })
      child.send(order)
      await Promise.race([carriedOut, exited])
    },
    nextWindow: () => pageOf(browser, new Set(appPages(browser))),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      await browser.close()
      return code
    },
  }
}

function appPages(browser: Browser): Page[] {
  const pages = browser.contexts().flatMap((context) => context.pages())
  return pages.filter((page) => page.url().startsWith(PAGE_ADDRESS))
}

/** Waits for a page of the app that is not among the known ones. */
async function pageOf(browser: Browser, known: ReadonlySet<Page>): Promise<Page> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const page = appPages(browser).find((candidate) => !known.has(candidate))
    if (page !== undefined) {
      await page.waitForLoadState('load')
      return page
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The app opened no window in time.')
}
