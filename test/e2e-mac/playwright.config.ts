import { defineConfig } from '@playwright/test'

/** The unpackaged app in Electron itself; needs a build and Electron's runtime, which only a Mac has here. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/mac',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // One app at a time: windows in front of each other lose the focus.
  workers: 1,
  reporter: 'list',
})
