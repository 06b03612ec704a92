import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { UserError } from '../../shared/result.ts'
import { normalizeBaseUrl } from '../afm/base-url.ts'
import { browserHostCommand } from '../browser/command.ts'
import { defaultDataFolder } from './data-folder.ts'
import { electronRuntimePath } from './electron-runtime.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * `start`: opens the app in Electron, or in a browser with `--browser` or where Electron cannot run.
 * @throws UserError `usage` for options that do not fit.
 */
export async function startCommand(args: readonly string[]): Promise<void> {
  const options = readArguments(args)
  const browserHost = (reason?: string) =>
    browserHostCommand({ ...options, ...(reason !== undefined && { reason }) })
  if (options.browser) return browserHost()
  if (!hasDisplay())
    return browserHost('There is no display for a window here, so the app runs in a browser.')
  const runtime = electronRuntimePath() ?? (await installRuntime())
  if (runtime === null)
    return browserHost('Electron’s runtime cannot be had here, so the app runs in a browser.')
  process.exitCode = await run(runtime, [ROOT, ...electronArguments(options)])
}

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      browser: { type: 'boolean', default: false },
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      server: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const port = values.port === undefined ? 0 : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UserError('usage', `--port takes a number from 0 to 65535, not “${values.port}”.`)
  return {
    browser: values.browser,
    port,
    open: !values['no-open'],
    dataFolder: resolve(values.data ?? defaultDataFolder()),
    ...(values.server !== undefined && { serverUrl: normalizeBaseUrl(values.server) }),
  }
}

function electronArguments(options: ReturnType<typeof readArguments>): string[] {
  return [`--data=${options.dataFolder}`, ...(options.serverUrl ? [`--server=${options.serverUrl}`] : [])]
}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Electron's package no longer brings its runtime along; its own installer fetches it once. */
async function installRuntime(): Promise<string | null> {
  console.error('Fetching Electron’s runtime, once…')
  const code = await run(process.execPath, [resolve(ROOT, 'node_modules/electron/install.js')])
  return code === 0 ? electronRuntimePath() : null
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', cwd: ROOT })
    // Ctrl-C reaches the child as well: it ends by itself, and this process after it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.once('error', () => done(1))
    child.once('exit', (code) => done(code ?? 1))
  })
}
