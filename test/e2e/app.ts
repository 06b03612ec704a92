import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Locator, type Page } from '@playwright/test'
import { launchApp } from '../electron-stand-in/launch.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { type Script, type ScriptedServer, startScriptedServer } from '../fixtures/scripted-server.ts'

/** Which host the tests of a project run on. */
export interface HostOption {
  readonly host: 'browser' | 'electron'
}

/** The app's page, addressed by the names assistive technology sees. */
export class AppPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
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
  get alert(): Locator {
    return this.page.getByRole('alert')
  }
  /** Types a message and sends it with the button. */
  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.page.getByRole('button', { name: 'Send' }).click()
  }
}

interface Fixtures {
  /** Starts the app on the project's host, talking to the given server. */
  openApp(serverUrl?: string): Promise<AppPage>
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
  openApp: async ({ host, browser, atEnd }, use) => {
    await use(async (serverUrl) => {
      if (host === 'electron') {
        const dataFolder = await mkdtemp(join(tmpdir(), 'afm-desktop-e2e-'))
        const args = serverUrl === undefined ? [] : [`--server=${serverUrl}`]
        const app = await launchApp({ dataFolder, args })
        atEnd(async () => {
          await app.stop()
          await rm(dataFolder, { recursive: true, force: true })
        })
        return new AppPage(app.page)
      }
      const process = await startBrowserHostProcess(serverUrl)
      const context = await browser.newContext()
      const page = await context.newPage()
      atEnd(async () => {
        await context.close()
        await process.close()
      })
      await page.goto(process.url)
      return new AppPage(page)
    })
  },
})

export { expect } from '@playwright/test'
