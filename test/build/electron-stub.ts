import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'plist'

/** Where @electron/fuses looks for the fuses of a binary. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** All nine as Electron ships them (0 off, 1 on): of the ones this app wants off, most are on. */
export const SHIPPED_FUSES = '101100011'

const COMMON = {
  CFBundleInfoDictionaryVersion: '6.0',
  CFBundlePackageType: 'APPL',
  NSHighResolutionCapable: true,
}
export const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'] as const

/**
 * Makes a folder in the shape of Electron's release for macOS, with every file that packing looks at and no
 * machine code, so that electron-builder can pack where Electron's runtime cannot be had.
 */
export function makeElectronStub(folder: string, version: string): void {
  const contents = join(folder, 'Electron.app', 'Contents')
  const versions = { ...COMMON, CFBundleVersion: version, CFBundleShortVersionString: version }
  write(
    join(contents, 'Info.plist'),
    build({
      ...versions,
      CFBundleExecutable: 'Electron',
      CFBundleName: 'Electron',
      CFBundleDisplayName: 'Electron',
      CFBundleIdentifier: 'com.github.Electron',
      CFBundleIconFile: 'electron.icns',
      LSMinimumSystemVersion: '12.0',
      NSPrincipalClass: 'AtomApplication',
    }),
  )
  write(join(contents, 'PkgInfo'), 'APPL????')
  executable(join(contents, 'MacOS', 'Electron'), 'stub')
  write(join(contents, 'Resources', 'electron.icns'), 'icns\0\0\0\x08')
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework')
  const inside = join(framework, 'Versions', 'A')
  executable(
    join(inside, 'Electron Framework'),
    `stub\0${FUSE_SENTINEL}\x01${String.fromCharCode(SHIPPED_FUSES.length)}${SHIPPED_FUSES}\0end`,
  )
  for (const language of ['en', 'de', 'fr']) {
    write(join(contents, 'Resources', `${language}.lproj`, 'locale.pak'), '')
    write(join(inside, 'Resources', `${language}.lproj`, 'locale.pak'), '')
  }
  symlinkSync('A', join(framework, 'Versions', 'Current'))
  symlinkSync('Versions/Current/Electron Framework', join(framework, 'Electron Framework'))
  symlinkSync('Versions/Current/Resources', join(framework, 'Resources'))
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`
    const helper = join(contents, 'Frameworks', `${name}.app`, 'Contents')
    write(
      join(helper, 'Info.plist'),
      build({
        ...versions,
        CFBundleExecutable: name,
        CFBundleName: name,
        CFBundleIdentifier: 'com.github.Electron.helper',
        LSUIElement: true,
      }),
    )
    executable(join(helper, 'MacOS', name), 'stub')
  }
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function executable(file: string, content: string): void {
  write(file, content)
  chmodSync(file, 0o755)
}
