import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The path of Electron's executable if it is on this machine, else null. Asking the package `electron`
 * itself would start a download of a hundred megabytes where it is missing.
 *
 * @param packageFolder Where the package is installed; found by itself when left out.
 */
export function electronRuntimePath(
  packageFolder: string | null = electronPackageFolder(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  if (packageFolder === null) return null
  // The installer writes into `path.txt` where in the runtime's folder the executable is.
  const pathFile = join(packageFolder, 'path.txt')
  const inFolder = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : ''
  const override = environment.ELECTRON_OVERRIDE_DIST_PATH
  let executable: string
  if (override) executable = join(override, inFolder || 'electron')
  else if (inFolder) executable = join(packageFolder, 'dist', inFolder)
  else return null
  return existsSync(executable) ? executable : null
}

function electronPackageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  } catch {
    return null
  }
}
