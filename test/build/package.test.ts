import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractFile } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { beforeAll, describe, expect, it } from 'vitest'
import { HELPERS, SHIPPED_FUSES } from './electron-stub.ts'
import { asarFiles, asarHeaderHash, buildApp, folderFiles, packApp, readPlist } from './packed-app.ts'

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let appFolder = ''
let contents = ''
/** Of a second package, made with a feed of updates. */
let withFeed = ''
beforeAll(async () => {
  appFolder = await buildApp()
  contents = await packApp(appFolder, process.env.AFM_RELEASE_FOLDER)
}, 120_000)

const inside = (path: string) => join(contents, path)
const archive = () => inside('Resources/app.asar')

describe('app.asar', () => {
  it('holds what vite built, a package.json, and nothing else', () => {
    const built = folderFiles(appFolder).filter((name) => name !== 'licences.txt')
    expect(asarFiles(archive())).toEqual(built)
    const outside = built.filter((name) => !name.startsWith('renderer/'))
    // The one beside main is the updater, loaded only where there is a feed.
    expect(outside).toEqual([
      expect.stringMatching(/^main\/assets\/main-[\w-]{8}\.js$/),
      'main/electron.js',
      'package.json',
      'preload/index.cjs',
    ])
    expect(built).toContain('renderer/index.html')
    // Fonts in the newest form only: the app has one engine.
    const odd = built.filter((name) => !/\.(js|cjs|css|html|json|woff2)$/.test(name))
    expect(odd).toEqual([])
  })

  it('holds no map, no test and no module, whatever the build folder holds', async () => {
    const planted = ['main/electron.js.map', 'renderer/assets/a.css.map', 'main/a.test.js']
    for (const name of planted) writeFileSync(join(appFolder, name), '{}')
    const publish = { provider: 'generic' as const, url: 'https://example.com/afm/' }
    withFeed = await packApp(appFolder, undefined, { publish })
    const files = asarFiles(join(withFeed, 'Resources/app.asar'))
    expect(files.filter((name) => /\.map$|\.test\.|node_modules/.test(name))).toEqual([])
    expect(files).toContain('main/electron.js')
  }, 60_000)

  it('says who it is and where it starts, and nothing of how it is made', () => {
    const inArchive = JSON.parse(String(extractFile(archive(), 'package.json'))) as Record<string, unknown>
    const own = JSON.parse(readFileSync(project('package.json'), 'utf8')) as Record<string, unknown>
    const { name, productName, version, description, license, type } = own
    expect(inArchive).toEqual({
      name,
      productName,
      version,
      description,
      license,
      type,
      main: 'main/electron.js',
    })
    expect(asarFiles(archive())).toContain(inArchive.main)
  })

  it('is the one whose hash Info.plist holds', () => {
    expect(readPlist(inside('Info.plist')).ElectronAsarIntegrity).toEqual({
      'Resources/app.asar': { algorithm: 'SHA256', hash: asarHeaderHash(archive()) },
    })
  })
})

describe('the .app', () => {
  it('introduces itself to macOS', () => {
    const { version } = JSON.parse(readFileSync(project('package.json'), 'utf8')) as { version: string }
    expect(readPlist(inside('Info.plist'))).toMatchObject({
      CFBundleName: 'AFM Desktop',
      CFBundleExecutable: 'AFM Desktop',
      CFBundleIdentifier: 'io.github.afm-desktop',
      CFBundleShortVersionString: version,
      CFBundleIconFile: 'icon.icns',
      LSMinimumSystemVersion: '13.0',
      LSApplicationCategoryType: 'public.app-category.developer-tools',
      NSLocalNetworkUsageDescription: expect.stringContaining('model servers'),
    })
  })

  it('lets its pages load nothing over plain http', () => {
    expect(readPlist(inside('Info.plist')).NSAppTransportSecurity).toEqual({
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
    })
  })

  it('lets macOS fetch an update from this machine only where it was made with a feed', () => {
    expect(existsSync(inside('Resources/app-update.yml'))).toBe(false)
    expect(readPlist(join(withFeed, 'Info.plist')).NSAppTransportSecurity).toEqual({
      NSAllowsArbitraryLoads: false,
      NSAllowsLocalNetworking: true,
      NSExceptionDomains: {
        '127.0.0.1': { NSExceptionAllowsInsecureHTTPLoads: true, NSIncludesSubdomains: false },
      },
    })
  })

  it('brings its helpers under its own name', () => {
    for (const kind of HELPERS) {
      const name = `AFM Desktop Helper${kind}`
      const helper = inside(`Frameworks/${name}.app/Contents`)
      expect(existsSync(join(helper, 'MacOS', name))).toBe(true)
      expect(readPlist(join(helper, 'Info.plist')).CFBundleIdentifier).toMatch(
        /^io\.github\.afm-desktop\.helper/,
      )
    }
  })

  it('has every fuse as the app wants it', async () => {
    const wire = await getCurrentFuseWire(join(contents, '..'))
    const states = Object.entries(FuseV1Options).flatMap(([name, index]) =>
      typeof index === 'number' ? [[name, String.fromCharCode(Number(wire[index as FuseV1Options]))]] : [],
    )
    expect(Object.fromEntries(states)).toEqual({
      RunAsNode: '0',
      EnableCookieEncryption: '0',
      EnableNodeOptionsEnvironmentVariable: '0',
      EnableNodeCliInspectArguments: '0',
      EnableEmbeddedAsarIntegrityValidation: '1',
      OnlyLoadAppFromAsar: '1',
      LoadBrowserProcessSpecificV8Snapshot: '0',
      GrantFileProtocolExtraPrivileges: '0',
      // electron-builder has no word for it: as Electron ships it.
      WasmTrapHandlers: SHIPPED_FUSES.at(-1),
    })
  })

  it('has its own icon, one language, and the licences of all that is in it', () => {
    const resources = readdirSync(inside('Resources'))
    expect(readFileSync(inside('Resources/icon.icns'))).toEqual(readFileSync(project('build/icon.icns')))
    expect(resources.filter((name) => name.endsWith('.lproj'))).toEqual(['en.lproj'])
    expect(readFileSync(inside('Resources/licences.txt'))).toEqual(
      readFileSync(join(appFolder, 'licences.txt')),
    )
  })
})

describe('the licences', () => {
  it('are of what is in the app, each allowed in it and with its text', () => {
    const parts = readFileSync(join(appFolder, 'licences.txt'), 'utf8')
      .split(/^-{80}\n/m)
      .slice(1)
    const packages = parts.map((part) => {
      const [, name, licence, text] = /^(\S+) \S+\nLicence: (.+)\n([\s\S]*)$/.exec(part) ?? []
      return { name, licence, text: (text ?? '').trim() }
    })
    const names = packages.map(({ name }) => name)
    // Of each kind: page, style, worker, main.
    expect(names).toEqual(
      expect.arrayContaining(['react-dom', 'katex', 'highlight.js', 'zod', 'electron-updater']),
    )
    expect(names).not.toContain('vitest')
    expect(names).not.toContain('electron')
    const allowed = [
      'MIT',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      '0BSD',
      'BlueOak-1.0.0',
      'Python-2.0',
    ]
    const notAllowed = packages.filter(({ licence }) => !allowed.includes(licence ?? ''))
    expect(notAllowed.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
    expect(packages.filter(({ text }) => text.length < 100).map(({ name }) => name)).toEqual([])
  })
})

describe('the entitlements', () => {
  it.each(['entitlements.mac.plist', 'entitlements.mac.inherit.plist'])('in %s are for V8 alone', (file) => {
    expect(readPlist(project(`build/${file}`))).toEqual({ 'com.apple.security.cs.allow-jit': true })
  })
})
