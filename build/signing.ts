import type { Configuration } from 'electron-builder'

type Environment = Readonly<Record<string, string | undefined>>

/** How an app is signed, as a part of electron-builder's configuration. */
export type Signing = Pick<NonNullable<Configuration['mac']>, 'identity' | 'hardenedRuntime' | 'notarize'>

/**
 * Decides by the environment how the app is signed.
 *
 * - `CSC_LINK` (a certificate, with `CSC_KEY_PASSWORD`) or `CSC_NAME` (one in the keychain): with that
 *   identity and the hardened runtime. electron-builder reads these variables itself.
 * - `APPLE_API_KEY`, `APPLE_API_KEY_ID` and `APPLE_API_ISSUER` beside it: also notarised by Apple.
 * - Neither: ad hoc, since Apple silicon runs no unsigned code. The hardened runtime would then refuse the
 *   app's own frameworks, which share no team with it, and leave for that (`disable-library-validation`)
 *   would be worth nothing more.
 *
 * @throws Error for a notarisation that lacks a part, as it would be left out without a word.
 */
export function signing(environment: Environment): Signing {
  const has = (name: string) => (environment[name] ?? '') !== ''
  const missing = NOTARISATION.filter((name) => !has(name))
  if (missing.length > 0 && missing.length < NOTARISATION.length)
    throw new Error(`To notarise the app, ${missing.join(' and ')} must be set, too.`)
  const notarize = missing.length === 0
  // Without `identity`, electron-builder takes the one of the variables.
  if (has('CSC_LINK') || has('CSC_NAME')) return { hardenedRuntime: true, notarize }
  if (notarize) throw new Error('Apple notarises only what is signed: set CSC_LINK or CSC_NAME, too.')
  return { identity: '-', hardenedRuntime: false, notarize: false }
}

const NOTARISATION = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] as const
