import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Cdp } from './cdp.ts'
import { report } from './control.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--no-startup-window',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The stand-in talks over the pipe, whose end ends Chromium, also when this process is killed. The port is
  // for the test's Playwright.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
]

/**
 * Starts Chromium for this process and reports the address that Playwright connects to.
 *
 * @throws Error if Chromium cannot be started.
 */
async function start(): Promise<Cdp> {
  const profile = mkdtempSync(join(tmpdir(), 'afm-stand-in-'))
  const executable = process.env.STAND_IN_CHROMIUM ?? '/usr/bin/chromium'
  const child = spawn(executable, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  process.on('exit', () => {
    child.kill('SIGKILL')
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // Chromium may still be writing; the system clears its temporary folder.
    }
  })
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject))
  report({ type: 'chromium', endpoint: await Promise.race([endpointOf(child.stderr), failed]) })
  return new Cdp(child.stdio[3] as Writable, child.stdio[4] as Readable)
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

let started: Promise<Cdp> | undefined

/** The one Chromium of this process, started when it is first needed. */
export function chromium(): Promise<Cdp> {
  started ??= start()
  return started
}
