import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireChromium } from './browser.ts'

/**
 * The whole test run: types, lint, unused code, unit and service tests, the build, and end to end in a real
 * browser. Every step runs, whatever failed before it, and the last line counts what the runners report.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'afm-desktop-reports-'))
let passed = 0
let failed = 0

function run(title: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title}`)
  const [program = '', ...args] = command
  const { status, error } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (error) console.error(error.message)
  return status === 0
}

/** A step that either holds or does not counts as one. */
function check(title: string, ...command: string[]): void {
  if (run(title, command)) passed += 1
  else failed += 1
}

/** A runner that fails without counting a failure (it broke, or it found no test) counts as one. */
function count(title: string, ok: boolean, read: () => { passed: number; failed: number }): void {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = read()
  } catch (error) {
    console.error(`${title}: no report (${error instanceof Error ? error.message : error})`)
  }
  passed += counted.passed
  failed += !ok && counted.failed === 0 ? 1 : counted.failed
}

const report = <T>(name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8')) as T

check('Types', 'tsc', '-b')
check('Lint', 'biome', 'check', '--error-on-warnings')
check('Unused code', 'knip')

const unitArgs = ['--config', 'test/vitest.config.ts', '--reporter=default', '--reporter=json']
const unit = run('Unit and service tests', [
  'vitest',
  'run',
  ...unitArgs,
  `--outputFile.json=${join(reports, 'unit.json')}`,
])
count('Unit tests', unit, () => {
  const { numPassedTests, numFailedTests } = report<{ numPassedTests: number; numFailedTests: number }>(
    'unit.json',
  )
  return { passed: numPassedTests, failed: numFailedTests }
})

check('Build', 'vite', 'build', '--app', '--logLevel', 'warn')

try {
  const browser = requireChromium()
  const e2e = run('End to end', ['playwright', 'test', '--config', 'test/e2e/playwright.config.ts'], {
    AFM_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'),
  })
  count('End to end', e2e, () => {
    const { stats } = report<{ stats: { expected: number; flaky: number; unexpected: number } }>('e2e.json')
    if (stats.flaky > 0) console.log(`\n${stats.flaky} of them flaky: failed first, passed when tried again`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  failed += 1
}

rmSync(reports, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
