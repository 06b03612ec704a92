import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openUrl } from '../../../main/browser/open-url.ts'

const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
const path = process.env.PATH
let folder = ''

/** Puts a program of the opener's name, which writes its arguments down, first in the path. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afm-open-'))
  const program = join(folder, opener)
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/part" && mv "${folder}/part" "${folder}/args"\n`,
  )
  await chmod(program, 0o755)
  process.env.PATH = `${folder}:${path}`
})
afterEach(() => {
  process.env.PATH = path
})

describe('opening an URL', () => {
  it('hands it to the opener as one argument that no shell has read', async () => {
    const url = 'https://example.com/?a=$(id)&b=`id`;c|d#token=x'
    await openUrl(url)
    const args = await vi.waitFor(() => readFile(join(folder, 'args'), 'utf8'), { timeout: 10_000 })
    expect(args).toBe(`${new URL(url).href}\n`)
  })

  it('says so where there is no opener', async () => {
    process.env.PATH = join(folder, 'nowhere')
    await expect(openUrl('https://example.com/')).rejects.toMatchObject({
      code: 'cannot-open',
      message: `The program "${opener}" could not be started to open https://example.com/.`,
    })
  })
})
