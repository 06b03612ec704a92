import { registerHooks } from 'node:module'

/** Loaded with `node --import` before the app: every import of `electron` gets the stand-in. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'electron') return nextResolve(specifier, context)
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
  },
})
