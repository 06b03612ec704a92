import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../shared/result.ts'
import { createApp } from '../app.ts'
import { createFileSecrets } from '../secrets/file-secrets.ts'
import { openUrl } from './open-url.ts'
import { startBrowserHost } from './server.ts'

export interface BrowserHostCommandOptions {
  /** 0 takes a free port. */
  readonly port: number
  /** Whether to open the page in the user's browser. */
  readonly open: boolean
  /** A server to use for this run. */
  readonly serverUrl?: string
  /** Made if it does not exist. */
  readonly dataFolder: string
  /** Why the app runs here and not in a window of its own; one line for the user. */
  readonly reason?: string
}

/**
 * Runs the app in the browser host until SIGINT or SIGTERM, then stops every turn, waits until each is
 * stored, and exits with 0. Standard output carries one line, the page's URL; all else goes to standard error.
 *
 * @throws UserError if the port or the data folder cannot be used.
 */
export async function browserHostCommand(options: BrowserHostCommandOptions): Promise<void> {
  const ended = firstSignal()
  if (options.reason !== undefined) console.error(options.reason)
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new UserError('data-folder', `The data folder cannot be used: ${error.message}`)
  })
  const app = await createApp({
    kind: 'browser',
    version: await appVersion(),
    dataFolder: options.dataFolder,
    keyStorage: 'file',
    secrets: createFileSecrets(join(options.dataFolder, 'secrets.json')),
    openExternal: openUrl,
    ...(options.serverUrl === undefined ? {} : { serverUrl: options.serverUrl }),
  })
  const rendererFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url))
  const host = await startBrowserHost({ app, rendererFolder, port: options.port }).catch(async (error) => {
    await app.close()
    throw error
  })
  console.log(host.url)
  // Whoever sees the URL can open it by hand.
  if (options.open) await openUrl(host.url).catch((error: Error) => console.error(error.message))

  await ended
  await app.close()
  await host.close()
  process.exit(0)
}

/** Resolves at the first signal to end; a second one ends the process at once, as impatient users expect. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let signals = 0
    const onSignal = () => {
      signals += 1
      if (signals > 1) process.exit(130)
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}

async function appVersion(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return String((JSON.parse(file) as { version: unknown }).version)
}
