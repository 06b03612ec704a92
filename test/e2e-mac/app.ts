import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, _electron as electron, expect, type Page } from '@playwright/test'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built app, running in Electron. */
export interface MacApp {
  readonly page: Page
  /** Chooses a command in the menu bar. */
  menu(label: string): Promise<void>
  nextWindow(): Promise<Page>
  /** Where the next file that is saved goes. */
  saveTo(file: string): Promise<void>
  /** Quits as ⌘Q does, and waits until the process has ended. */
  quit(): Promise<void>
  readonly dataFolder: string
}

export const test = base.extend<{ app: MacApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  app: async ({}, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'afm-mac-'))
    const app = await electron.launch({ args: [ROOT, `--data=${dataFolder}`], cwd: ROOT })
    const page = await app.firstWindow()
    let closed = false
    app.once('close', () => {
      closed = true
    })
    await use({
      page,
      dataFolder,
      nextWindow: () => app.waitForEvent('window'),
      menu: (label) =>
        app.evaluate(({ Menu }, label) => {
          const bar = Menu.getApplicationMenu()?.items ?? []
          const item = bar
            .flatMap(({ submenu }) => submenu?.items ?? [])
            .find((candidate) => candidate.label === label)
          if (item === undefined) throw new Error(`The menu has no command '${label}'`)
          item.click()
        }, label),
      saveTo: (file) =>
        app.evaluate(({ dialog }, filePath) => {
          // Playwright cannot press a button in the system's own dialog.
          dialog.showSaveDialog = async () => ({ canceled: false, filePath })
        }, file),
      async quit() {
        await app.close()
        await expect.poll(() => closed).toBe(true)
      },
    })
    if (!closed) await app.close()
    await rm(dataFolder, { recursive: true, force: true })
  },
})

/** Waits for the demo, types a message and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status', { name: 'Server' })).toContainText('Demo')
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

export const lastReply = (page: Page) => page.getByRole('article', { name: 'Reply' }).last()

export { expect } from '@playwright/test'
