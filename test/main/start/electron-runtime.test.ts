import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { electronRuntimePath } from '../../../main/start/electron-runtime.ts'

const inBundle = 'Electron.app/Contents/MacOS/Electron'
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afm-electron-'))
})

async function addRuntime(parent: string, executable: string): Promise<string> {
  const path = join(parent, executable)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '')
  return path
}

describe("the path of Electron's runtime", () => {
  it('is where the installer put it', async () => {
    await writeFile(join(folder, 'path.txt'), inBundle)
    expect(electronRuntimePath(folder, {})).toBeNull()
    const path = await addRuntime(join(folder, 'dist'), inBundle)
    expect(electronRuntimePath(folder, {})).toBe(path)
  })

  it('is null where nothing was installed', () => {
    expect(electronRuntimePath(folder, {})).toBeNull()
    expect(electronRuntimePath(null, {})).toBeNull()
  })

  it('is where the environment says', async () => {
    const other = join(folder, 'other')
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: other }
    expect(electronRuntimePath(folder, environment)).toBeNull()
    const plain = await addRuntime(other, 'electron')
    expect(electronRuntimePath(folder, environment)).toBe(plain)
    await writeFile(join(folder, 'path.txt'), inBundle)
    const bundled = await addRuntime(other, inBundle)
    expect(electronRuntimePath(folder, environment)).toBe(bundled)
  })
})
