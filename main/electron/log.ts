import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When the log is this long, in bytes, a new one begins; the one before is kept. */
const MAX_BYTES = 1_000_000

/** What the app did and what failed in it, never what was said in it. */
export interface Log {
  /** A step of the app's life. */
  event(what: string): void
  error(what: string, error: unknown): void
}

/**
 * A log in `main.log`, with at most one older one, `main.old.log`, beside it. What cannot be written is not:
 * a log must not be what an app fails of.
 *
 * @param now A clock.
 */
export function createLog(folder: string, now: () => Date = () => new Date()): Log {
  const file = join(folder, 'main.log')

  function write(text: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (bytes >= MAX_BYTES) renameSync(file, join(folder, 'main.old.log'))
      appendFileSync(file, `${now().toISOString()} ${text}\n`, { mode: 0o600 })
    } catch {
      // Nowhere to say it.
    }
  }

  return {
    event: (what) => write(oneLine(what)),
    error: (what, error) => write(`${oneLine(what)}: ${describeFault(error)}`),
  }
}

/**
 * An error by its kind, its code and where in the code it was thrown. Without its message: that may quote
 * what it was thrown about, as JSON.parse does, and so a chat.
 */
export function describeFault(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return `not an error but ${error === null ? 'null' : typeof error}`
  const code = 'code' in error && /^[\w-]{1,64}$/.test(String(error.code)) ? ` (${error.code})` : ''
  const stack = error.stack ?? ''
  // A message may have lines that look like frames.
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length)
  const frames = afterMessage.split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line))
  const lines = [`${oneLine(error.name)}${code}`, ...frames.slice(0, MAX_FRAMES)]
  if (error.cause !== undefined && depth < MAX_CAUSES)
    lines.push(`  caused by ${describeFault(error.cause, depth + 1)}`)
  return lines.join('\n')
}

const MAX_CAUSES = 3
const MAX_FRAMES = 12

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach the file
  return text.replace(/[\0-\x1f\x7f]+/g, ' ').slice(0, 300)
}
