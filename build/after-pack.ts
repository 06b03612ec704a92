import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'
import { build, type PlistValue, parse } from 'plist'

/**
 * electron-builder's hook between packing and signing. Takes back what electron-builder writes into every
 * Info.plist: leave for the app's pages to load anything over plain http. The pages load nothing from any
 * server, and main's sockets do not ask this list.
 */
export default function afterPack({ appOutDir, packager }: AfterPackContext): void {
  const file = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Info.plist')
  const info = parse(readFileSync(file, 'utf8')) as Record<string, PlistValue>
  writeFileSync(file, `${build({ ...info, ...TRANSPORT_SECURITY })}\n`)
}

const TRANSPORT_SECURITY = {
  NSAppTransportSecurity: { NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: true },
}
