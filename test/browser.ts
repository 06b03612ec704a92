import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Switches for Chromium in tests: no sandbox for root, no graphics card, and no calls home. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser the tests use: AFM_CHROMIUM, an installed one, or Playwright's own. Null when there is none. */
export function findChromium(): string | null {
  const candidates = [process.env.AFM_CHROMIUM, ...KNOWN_PLACES, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

/**
 * The browser, installed from Debian's packages where that can be done without asking (root, apt).
 * @throws Error that says what to install.
 */
export function requireChromium(): string {
  const found = findChromium()
  if (found !== null) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing chromium for the end-to-end tests…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const installed = findChromium()
    if (installed !== null) return installed
  }
  throw new Error(
    'The end-to-end tests need Chromium. Install it (Debian: apt install chromium; elsewhere: ' +
      'npx playwright install chromium), or name one in AFM_CHROMIUM.',
  )
}
