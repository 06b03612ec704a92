import AxeBuilder from '@axe-core/playwright'
import type { AppPage } from './app.ts'

/**
 * What axe finds serious within a part of the page, in words a failing test can show. All rules in the light
 * look; of the dark one, which is the same page, only what colours can do wrong: a whole look costs seconds.
 */
export async function seriousFaults(
  app: AppPage,
  colorScheme: 'light' | 'dark',
  within = 'body',
): Promise<string[]> {
  const axe = new AxeBuilder({ page: app.page }).include(within)
  if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}
