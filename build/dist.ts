import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import { updateFeed } from './feed.ts'
import { pack } from './pack.ts'
import { signing } from './signing.ts'

/**
 * `npm run dist`: builds the app and makes the disk image and the zip in `release/`. Only a Mac has the
 * tools for images and signatures.
 */
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

if (process.platform !== 'darwin') {
  console.error('The .dmg can only be made on a Mac. `npm run test:package` packs and checks the app here.')
  process.exit(1)
}

const mac = signing(process.env)
const feed = updateFeed(process.env)
if (mac.identity === '-') {
  // macOS's updater installs only what the developer of the running app has signed.
  if (feed !== null) throw new Error('An app that updates itself must be signed: set CSC_LINK or CSC_NAME.')
  console.error('No identity in CSC_LINK or CSC_NAME: signed ad hoc, to be opened on this Mac.')
}
rmSync(at('release'), { recursive: true, force: true })
const builder = await createBuilder({ configFile: at('vite.config.ts'), logLevel: 'warn' })
await builder.buildApp()
const files = await pack({
  appFolder: at('dist'),
  outputFolder: at('release'),
  targets: ['dmg', 'zip'],
  config: {
    mac,
    // An identity that cannot be used must not end in an app that only looks finished.
    forceCodeSigning: mac.identity !== '-',
    publish: feed === null ? null : { provider: 'generic', url: feed },
  },
})
for (const file of files) console.log(file)
