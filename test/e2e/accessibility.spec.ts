import { startDemoServer } from '../../main/demo/index.ts'
import { writeConversations } from '../fixtures/many-conversations.ts'
import { expect, test } from './app.ts'
import { seriousFaults } from './axe.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async ({ openApp, atEnd }) => {
    const demo = await startDemoServer({ port: 0, rateTokS: 5000 })
    atEnd(() => demo.close())
    const app = await openApp(demo.url)
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await seriousFaults(app, colorScheme)).toEqual([])
    for (const text of ['Show me a tour', 'Call two tools', 'error']) {
      await app.send(text)
      await expect(app.reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
    }
    for (const button of await app.page.getByRole('button', { name: /Reasoning/ }).all()) await button.click()
    expect(await seriousFaults(app, colorScheme)).toEqual([])
    await app.page.getByRole('button', { name: 'Settings' }).click()
    await expect(app.page.getByRole('dialog')).toBeVisible()
    expect(await seriousFaults(app, colorScheme)).toEqual([])
  })

  test(`axe finds nothing serious in the list, the search, the versions and the sheets, ${colorScheme}`, async ({
    openApp,
    newFolder,
    atEnd,
  }) => {
    // Every look that axe takes at a page costs seconds where the processor is shared.
    test.setTimeout(60_000)
    const folder = await newFolder()
    const many = Array.from({ length: 12 }, (_, at) => ({
      title: `Chat ${at}`,
      atMs: Date.now() - at * at * 3_600_000,
      pinned: at === 3,
      said: ['A question', 'An answer with **words**'],
    }))
    writeConversations(folder, many)
    const demo = await startDemoServer({ port: 0, rateTokS: 5000 })
    atEnd(() => demo.close())
    const app = await openApp(demo.url, folder)
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await app.conversations.getByText('Chat 0').click()
    await app.reply.hover()
    await app.reply.getByRole('button', { name: 'Regenerate' }).click()
    await expect(app.reply.getByText('2 of 2')).toBeVisible({ timeout: 20_000 })
    // Before the deletion's notice stands over it.
    await app.sent.last().hover()
    await app.sent.last().getByRole('button', { name: 'Edit' }).click()
    await app.conversations.getByText('Chat 1', { exact: true }).click({ button: 'right' })
    expect(await seriousFaults(app, colorScheme, '[data-sidebar]')).toEqual([])
    await app.page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(app.page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await app.search.fill('answer')
    await expect(app.conversations.locator('mark').first()).toBeVisible()
    for (const part of ['[data-sidebar]', 'main'])
      expect(await seriousFaults(app, colorScheme, part)).toEqual([])
    await app.page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(app.page.getByRole('dialog', { name: 'Export' })).toBeVisible()
    expect(await seriousFaults(app, colorScheme, 'dialog')).toEqual([])
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Chats' }).click()
    await app.page.getByRole('menuitem', { name: 'Import…' }).click()
    await expect(app.page.getByRole('dialog', { name: 'Import' })).toBeVisible()
    expect(await seriousFaults(app, colorScheme, 'dialog')).toEqual([])
  })

  test(`axe finds nothing serious in any section of the settings, ${colorScheme}`, async ({
    openApp,
    atEnd,
  }) => {
    const demo = await startDemoServer({ port: 0 })
    atEnd(() => demo.close())
    const app = await openApp(demo.url)
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await app.page.getByRole('button', { name: 'Settings' }).click()
    for (const tab of await app.page.getByRole('dialog').getByRole('tab').all()) {
      await tab.click()
      expect(await seriousFaults(app, colorScheme, 'dialog')).toEqual([])
    }
  })
}
