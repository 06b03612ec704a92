import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog, describeFault } from '../../../main/electron/log.ts'

const SECRET = 'what the user wrote'

/** What Node throws about a text, quoting it. */
function parseError(): Error {
  try {
    JSON.parse(SECRET)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('JSON has become lenient')
}

describe('the log', () => {
  it('holds what happened and what failed, in lines of their own', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'afm-log-')), 'Logs')
    const log = createLog(folder, () => new Date(0))
    log.event('starts')
    log.event('two\nlines')
    log.error('main', Object.assign(new RangeError(SECRET), { code: 'ERR_X' }))
    const text = readFileSync(join(folder, 'main.log'), 'utf8')
    expect(text).toMatch(/^1970-01-01T00:00:00.000Z starts\n1970-01-01T00:00:00.000Z two lines\n/)
    expect(text).toContain('main: RangeError (ERR_X)\n    at ')
    expect(statSync(join(folder, 'main.log')).mode & 0o777).toBe(0o600)
  })

  it('never holds what an error says, as that may quote a chat', () => {
    const error = parseError()
    expect(error.message).toContain(SECRET.slice(0, 5))
    const posed = new Error(`a\n    at ${SECRET} (x.ts:1:2)\nb`, { cause: error })
    const described = describeFault(posed)
    expect(described).toMatch(/^Error\n {4}at [\s\S]*caused by SyntaxError\n {4}at /)
    for (const word of [SECRET, 'what']) expect(described).not.toContain(word)
    expect(describeFault(SECRET)).toBe('not an error but string')
  })

  it('does not follow a cause round and round', () => {
    const error = new Error('a')
    error.cause = error
    expect(describeFault(error).match(/caused by/g)).toHaveLength(3)
  })

  it('never grows beyond two files of a megabyte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'afm-log-'))
    const log = createLog(folder)
    for (let line = 0; line < 9000; line += 1) log.event('x'.repeat(300))
    expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.old.log'])
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(Math.max(...bytes)).toBeLessThan(1_001_000)
  })

  it('does not stop the app when it cannot be written', () => {
    expect(() => createLog('/dev/null/Logs').event('starts')).not.toThrow()
  })
})
