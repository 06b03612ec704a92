import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AutoUpdater } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { UserError } from '../../shared/result.ts'
import type { UpdateStatus } from '../../shared/update.ts'
import type { HostUpdates } from '../host.ts'

/** As much of electron-updater and of macOS's own updater below it as is used. */
export interface Updater {
  readonly feed: Pick<
    AppUpdater,
    'on' | 'checkForUpdates' | 'quitAndInstall' | 'autoDownload' | 'autoInstallOnAppQuit'
  >
  readonly native: Pick<AutoUpdater, 'on'>
}

/** How often a running app looks, in ms: four times a day. */
const INTERVAL_MS = 6 * 60 * 60 * 1000

export interface UpdatesOptions {
  /** Whether a turn runs. */
  readonly isBusy: () => boolean
  /** Ends the app in order, and then does this instead of exiting. */
  readonly quitWith: (last: () => void) => void
  /** Takes what failed, for the log. */
  readonly report: (error: unknown) => void
}

/**
 * The updater of a build that was made with a feed (electron-builder then puts `app-update.yml` beside the
 * archive); null for every other, in which the library is not even loaded. It fetches over the feed's
 * address, compares what came with the hash in the feed, and leaves the rest to macOS's own Squirrel, which
 * installs only what the same developer has signed.
 *
 * @param resourcesFolder `process.resourcesPath`.
 */
export async function loadUpdater(
  resourcesFolder: string,
  native: Pick<AutoUpdater, 'on'>,
): Promise<Updater | null> {
  if (!existsSync(join(resourcesFolder, 'app-update.yml'))) return null
  const { MacUpdater } = await import('electron-updater')
  const feed = new MacUpdater()
  feed.logger = null
  return { feed, native }
}

/**
 * Looks for updates at the start and then now and again, fetches what there is, and installs it when the app
 * ends: at the user's word, but never while a turn runs, or whenever they quit.
 */
export function createUpdates(
  { feed, native }: Updater,
  { isBusy, quitWith, report }: UpdatesOptions,
): HostUpdates {
  let status: UpdateStatus = { state: 'current', version: null }
  let tell: (status: UpdateStatus) => void = () => {}
  const become = (state: UpdateStatus['state'], version: string | null) => {
    status = { state, version }
    tell(status)
  }

  feed.autoDownload = true
  feed.autoInstallOnAppQuit = true
  feed.on('update-available', ({ version }) => become('fetching', version))
  feed.on('update-not-available', () => become('current', null))
  // Not when the library has fetched it: only now has macOS looked at who signed it.
  native.on('update-downloaded', () => become('ready', status.version))
  feed.on('error', (error) => {
    report(error)
    // What is ready stays ready, whatever comes after it.
    if (status.state !== 'ready') become('failed', status.version)
  })

  const look = () => {
    // What is ready is installed first.
    if (status.state === 'ready') return
    // A failure of either is also emitted as an event, which tells it.
    feed
      .checkForUpdates()
      .then((found) => found?.downloadPromise)
      .catch(() => {})
  }
  look()
  setInterval(look, INTERVAL_MS).unref()

  return {
    status: () => status,
    install() {
      if (status.state !== 'ready') throw new UserError('not-found', 'No update is ready.')
      if (isBusy())
        throw new UserError(
          'busy',
          'A reply is being written. Restart when it has ended; quitting installs the update as well.',
        )
      quitWith(() => feed.quitAndInstall())
    },
    onChange(listener) {
      tell = listener
    },
  }
}
