import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Cdp } from './cdp.ts'
import { report } from './control.ts'

/** Beyond the switches that `launch.ts` passes on. */
const FLAGS = [
  '--headless',
  '--no-startup-window',
  // The stand-in talks over the pipe, whose end ends Chromium, also when this process is killed. The port is
  // for the test's Playwright.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
]

/**
 * Starts Chromium for this process and reports the address that Playwright connects to.
 *
 * @param folder Where Chromium may keep its profile. Each start makes a new one, as the Chromium of an app
 * that was killed may still hold the last one.
 * @throws Error if Chromium cannot be started.
 */
async function start(folder: string): Promise<Chromium> {
  const profile = mkdtempSync(join(folder, 'profile-'))
  const [executable = '', ...flags] = JSON.parse(process.env.STAND_IN_CHROMIUM ?? '[]') as string[]
  const child = spawn(executable, [...flags, ...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject))
  report({ type: 'chromium', endpoint: await Promise.race([endpointOf(child.stderr as Readable), failed]) })
  const cdp = new Cdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
  return { cdp, gone: new Promise((resolve) => child.once('exit', () => resolve())) }
}

function endpointOf(log: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    log.setEncoding('utf8')
    log.on('data', (more: string) => {
      text += more
      const endpoint = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (endpoint !== undefined) resolve(endpoint)
    })
    log.on('close', () => reject(new Error(`Chromium ended: ${text}`)))
  })
}

interface Chromium {
  readonly cdp: Cdp
  /** Its process has ended. */
  readonly gone: Promise<void>
}

let started: Promise<Chromium> | undefined

/** Starts the one Chromium of this process. */
export async function startChromium(folder: string): Promise<void> {
  started ??= start(folder)
  await started
}

/** The Chromium of this process, which must have been started. */
export async function chromium(): Promise<Cdp> {
  if (started === undefined) throw new Error('Not possible before the app is ready')
  return (await started).cdp
}

/** Ends Chromium in order, so that nothing writes to its profile any more. */
export async function endChromium(): Promise<void> {
  if (started === undefined) return
  const { cdp, gone } = await started
  // It may end before it answers.
  cdp.send('Browser.close').catch(() => {})
  await gone
}
