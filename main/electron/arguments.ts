import { parseArgs } from 'node:util'

export interface Arguments {
  /** A server to use for this run. */
  readonly serverUrl?: string
  /** Where to keep everything instead of the user's default folder. */
  readonly dataFolder?: string
}

/**
 * Reads `--server URL` and `--data FOLDER`. Everything else is left alone: Electron and Chromium have
 * switches of their own, and macOS adds some when it opens an app.
 *
 * @param argv As `process.argv` gives it: the executable first.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { server: { type: 'string' }, data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  return {
    // Without its value an option reads as `true`; it then says nothing.
    ...(typeof values.server === 'string' ? { serverUrl: values.server } : {}),
    ...(typeof values.data === 'string' ? { dataFolder: values.data } : {}),
  }
}
