import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Arch, build, type Configuration, Platform } from 'electron-builder'
import { appPackage, electronVersion } from './app-package.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface PackOptions {
  /** The folder that vite built into. */
  readonly appFolder: string
  readonly outputFolder: string
  /** `dir` is the .app alone. */
  readonly targets: readonly ('dir' | 'dmg' | 'zip')[]
  /** What differs from electron-builder.yml. */
  readonly config?: Configuration
}

/**
 * Packs the built app as electron-builder.yml says, for Apple silicon. Gives the files that were made.
 * @throws Error with electron-builder's reason.
 */
export async function pack({
  appFolder,
  outputFolder,
  targets,
  config = {},
}: PackOptions): Promise<string[]> {
  writeFileSync(join(appFolder, 'package.json'), `${JSON.stringify(appPackage(ROOT), null, 2)}\n`)
  return build({
    projectDir: ROOT,
    targets: Platform.MAC.createTarget([...targets], Arch.arm64),
    publish: 'never',
    // Besides electron-builder.yml, which electron-builder finds by itself; lists of both are put together.
    config: {
      electronVersion: electronVersion(ROOT),
      ...config,
      directories: { app: appFolder, output: outputFolder },
      extraResources: [{ from: join(appFolder, 'licences.txt'), to: 'licences.txt' }],
    },
  })
}
