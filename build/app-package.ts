import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the packed app's package.json holds: who it is and where it starts, and nothing of how it is made. */
export interface AppPackage {
  readonly name: string
  readonly productName: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  /** Seen from the folder that vite builds into. */
  readonly main: string
}

/** @param root The project's folder, with the package.json that people edit. */
export function appPackage(root: string): AppPackage {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as AppPackage
  const { name, productName, version, description, license, type } = own
  return { name, productName, version, description, license, type, main: own.main.replace(/^dist\//, '') }
}

/** The version of Electron that the project asks for, to the digit. */
export function electronVersion(root: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string }
  }
  return devDependencies.electron
}
