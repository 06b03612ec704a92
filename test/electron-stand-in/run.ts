import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * `node run.ts MAIN …` runs an app's main module with the stand-in in the place of the module `electron`.
 * As in Electron, the app gets ready only after its main module has been evaluated: one that waits for
 * readiness at its top level waits for ever.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context)
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
  },
})

// A test of what only macOS does says so.
const { STAND_IN_PLATFORM: platform = process.platform } = process.env
Object.defineProperty(process, 'platform', { value: platform })
// What Electron adds to `process`.
Object.assign(process, {
  getSystemVersion: () => '15.0.0',
  resourcesPath: process.env.STAND_IN_RESOURCES ?? '',
})

const { app } = await import('./app.ts')
await import(pathToFileURL(process.argv[2] ?? '').href)
app.markEvaluated()
