import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listPackage, statFile } from '@electron/asar'
import type { Configuration } from 'electron-builder'
import { parse } from 'plist'
import { createBuilder } from 'vite'
import { electronVersion } from '../../build/app-package.ts'
import { pack } from '../../build/pack.ts'
import { makeElectronStub } from './electron-stub.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A folder that ends with the system's temporary ones. */
export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'afm-package-'))

/** Builds the app into a folder of its own, as `npm run build` does. */
export async function buildApp(): Promise<string> {
  const folder = temporaryFolder()
  // Of React and others there is one build for each value; the test runner has set its own.
  process.env.NODE_ENV = 'production'
  const into = (name: string) => ({ build: { outDir: join(folder, name) } })
  const builder = await createBuilder({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { client: into('renderer'), main: into('main'), preload: into('preload') },
  })
  await builder.buildApp()
  return folder
}

/**
 * Packs a built app around a stub of Electron and gives the `Contents` folder of the .app. On a Mac, too,
 * it is not signed: the stub is no program.
 */
export async function packApp(
  appFolder: string,
  outputFolder = temporaryFolder(),
  config: Configuration = {},
): Promise<string> {
  const electronDist = temporaryFolder()
  makeElectronStub(electronDist, electronVersion(ROOT))
  await pack({
    appFolder,
    outputFolder,
    targets: ['dir'],
    config: { electronDist, mac: { identity: null }, ...config },
  })
  return join(outputFolder, 'mac-arm64', 'AFM Desktop.app', 'Contents')
}

/** An Info.plist, or any other property list. */
export function readPlist(file: string): Record<string, unknown> {
  return parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

/** Every file in an asar, as `main/electron.js`, sorted. */
export function asarFiles(archive: string): string[] {
  const names = listPackage(archive, { isPack: false }).map((name) => name.slice(1))
  return names.filter((name) => !('files' in statFile(archive, name))).sort()
}

/** Every file in a folder, as {@link asarFiles} names them. */
export function folderFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

/**
 * The hash that Electron compares with `ElectronAsarIntegrity` at start: SHA-256 of the archive's header,
 * which holds the hash of every file. The header is JSON; its length in bytes is the fourth number.
 */
export function asarHeaderHash(archive: string): string {
  const file = openSync(archive, 'r')
  const sizes = Buffer.alloc(16)
  readSync(file, sizes, 0, 16, 0)
  const header = Buffer.alloc(sizes.readUInt32LE(12))
  readSync(file, header, 0, header.byteLength, 16)
  closeSync(file)
  return createHash('sha256').update(header).digest('hex')
}
