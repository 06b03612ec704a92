import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Unit and service tests; the end-to-end tests under e2e/ belong to Playwright. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/{shared,main,preload,renderer,build}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    // Two cores and real servers in every file: more workers than cores only make time-outs.
    maxWorkers: 2,
  },
})
