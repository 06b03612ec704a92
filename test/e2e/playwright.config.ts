import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../browser.ts'
import type { HostOption } from './app.ts'

/** End-to-end tests: real hosts, real servers, a real browser. They need a build (`npm run build`). */
export default defineConfig<HostOption>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  timeout: 30_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // Two cores: one browser each.
  workers: 2,
  forbidOnly: true,
  // A shared machine may starve a browser for seconds. What passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../../test-results/e2e.json' }],
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: requireChromium(), args: [...CHROMIUM_ARGS] },
    trace: 'retain-on-failure',
  },
  // The chat's tests run on both hosts from one set; each host has tests of its own beside them. axe opens
  // pages of its own, which the stand-in does not have.
  projects: [
    { name: 'browser', use: { host: 'browser' }, testIgnore: 'electron-*.spec.ts' },
    {
      name: 'electron',
      use: { host: 'electron' },
      testIgnore: ['browser-*.spec.ts', 'accessibility.spec.ts'],
    },
  ],
})
