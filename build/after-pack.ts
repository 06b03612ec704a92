import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'
import { build, type PlistValue, parse } from 'plist'

/**
 * electron-builder's hook between packing and signing. Takes back what electron-builder writes into every
 * Info.plist: leave for the app to load anything over plain http. The pages load nothing from any server, and
 * main's sockets do not ask this list. What asks it is macOS's updater: it fetches from a server that
 * electron-updater opens on 127.0.0.1, which a build with updates may.
 */
export default function afterPack({ appOutDir, packager }: AfterPackContext): void {
  const file = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Info.plist')
  const info = parse(readFileSync(file, 'utf8')) as Record<string, PlistValue>
  const NSAppTransportSecurity = {
    NSAllowsArbitraryLoads: false,
    NSAllowsLocalNetworking: true,
    ...(packager.config.publish ? { NSExceptionDomains: { '127.0.0.1': PLAIN_HTTP } } : {}),
  }
  writeFileSync(file, `${build({ ...info, NSAppTransportSecurity })}\n`)
}

const PLAIN_HTTP = { NSExceptionAllowsInsecureHTTPLoads: true, NSIncludesSubdomains: false }
