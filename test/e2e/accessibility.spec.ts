import AxeBuilder from '@axe-core/playwright'
import { startDemoServer } from '../../main/demo/index.ts'
import { type AppPage, expect, test } from './app.ts'

/** Nothing serious, in words a failing test can show. */
async function seriousFaults(app: AppPage, within = 'body'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: app.page }).include(within).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async ({ openApp, atEnd }) => {
    const demo = await startDemoServer({ port: 0, rateTokS: 5000 })
    atEnd(() => demo.close())
    const app = await openApp(demo.url)
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await seriousFaults(app)).toEqual([])
    for (const text of ['Show me a tour', 'Call two tools', 'error']) {
      await app.send(text)
      await expect(app.reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
    }
    for (const button of await app.page.getByRole('button', { name: /Reasoning/ }).all()) await button.click()
    expect(await seriousFaults(app)).toEqual([])
    await app.page.getByRole('button', { name: 'Settings' }).click()
    await expect(app.page.getByRole('dialog')).toBeVisible()
    expect(await seriousFaults(app)).toEqual([])
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
      expect(await seriousFaults(app, 'dialog')).toEqual([])
    }
  })
}
