import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Locator, type Page } from '@playwright/test'
import { type LaunchedApp, launchApp } from '../electron-stand-in/launch.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { type Script, type ScriptedServer, startScriptedServer } from '../fixtures/scripted-server.ts'

/** Which host the tests of a project run on. */
export interface HostOption {
  readonly host: 'browser' | 'electron'
}

/** The app's page, addressed by the names assistive technology sees. */
export class AppPage {
  readonly page: Page
  /** The app behind it in the stand-in; null in the browser host. */
  readonly electron: LaunchedApp | null
  /** Ends the app as a user would. Its data stay while the test runs. */
  readonly quit: () => Promise<void>
  readonly #url: string

  /** @param url What the browser host printed; empty where there is none. */
  constructor(page: Page, electron: LaunchedApp | null, quit: () => Promise<void>, url = '') {
    this.#url = url
    this.page = page
    this.electron = electron
    this.quit = quit
  }

  get message(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' })
  }
  get stop(): Locator {
    return this.page.getByRole('button', { name: 'Stop', exact: true })
  }
  get replies(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: 'Reply' })
  }
  /** The latest reply. */
  get reply(): Locator {
    return this.replies.last()
  }
  get sent(): Locator {
    return this.page.getByRole('article', { name: 'Your message' })
  }
  get conversations(): Locator {
    return this.page.getByRole('navigation', { name: 'Conversations' })
  }
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search' })
  }
  get alert(): Locator {
    return this.page.getByRole('alert')
  }
  /** Another window of the same app, as its host opens one. */
  async secondWindow(): Promise<Page> {
    if (!this.electron) {
      const page = await this.page.context().newPage()
      await page.goto(this.#url)
      return page
    }
    const opening = this.electron.nextWindow()
    await this.electron.order({ type: 'menu', label: 'New Window' })
    return opening
  }
  /** Types a message and sends it with the button. */
  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.page.getByRole('button', { name: 'Send' }).click()
  }
}

interface Fixtures {
  /** Starts the app on the project's host, talking to the given server, on a folder of its own or the given one. */
  openApp(serverUrl?: string, dataFolder?: string): Promise<AppPage>
  /** A folder that is removed when the test ends. */
  newFolder(): Promise<string>
  /** Starts a scripted server that ends with the test. */
  serve(script: Script | Script['chat']): Promise<ScriptedServer>
  /** Runs when the test ends, latest first. */
  atEnd(cleanup: () => Promise<unknown> | unknown): void
}

export const test = base.extend<Fixtures & HostOption>({
  host: ['browser', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  atEnd: async ({}, use) => {
    const cleanups: (() => unknown)[] = []
    await use((cleanup) => cleanups.push(cleanup))
    for (const cleanup of cleanups.reverse()) await cleanup()
  },
  serve: async ({ atEnd }, use) => {
    await use(async (script) => {
      const server = await startScriptedServer(typeof script === 'function' ? { chat: script } : script)
      atEnd(() => server.close())
      return server
    })
  },
  newFolder: async ({ atEnd }, use) => {
    await use(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'afm-desktop-e2e-'))
      atEnd(() => rm(folder, { recursive: true, force: true }))
      return folder
    })
  },
  openApp: async ({ host, browser, atEnd, newFolder }, use) => {
    await use(async (serverUrl, givenFolder) => {
      const dataFolder = givenFolder ?? (await newFolder())
      if (host === 'electron') {
        const args = serverUrl === undefined ? [] : [`--server=${serverUrl}`]
        const app = await launchApp({ dataFolder, args })
        const quit = once(() => app.stop())
        atEnd(quit)
        return ready(new AppPage(app.page, app, quit))
      }
      const process = await startBrowserHostProcess(serverUrl, dataFolder)
      const context = await browser.newContext()
      const page = await context.newPage()
      const quit = once(async () => {
        await context.close()
        await process.close()
      })
      atEnd(quit)
      await page.goto(process.url)
      return ready(new AppPage(page, null, quit, process.url))
    })
  },
})

/** A page that is loaded is not yet one that hears keys: its first render comes after. */
async function ready(app: AppPage): Promise<AppPage> {
  await app.message.waitFor()
  return app
}

/** Does it the first time only. */
function once(action: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<unknown> | undefined
  return async () => {
    done ??= action()
    await done
  }
}

export { expect } from '@playwright/test'
