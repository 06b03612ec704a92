import type { PreloadBridge } from '../../shared/preload-bridge.ts'
import type { PageBridge } from './page-bridge.ts'
import { preloadBridge } from './preload-bridge.ts'
import { socketBridge } from './socket-bridge.ts'

export type { PageBridge } from './page-bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload; missing in a browser. */
    readonly afm?: PreloadBridge
  }
}

/**
 * Opens the page's bridge to main. Called once, at the page's entry: the preload has run by then, so what
 * is missing now will not come later.
 */
export function openBridge(): PageBridge {
  if (window.afm !== undefined) return preloadBridge(window.afm)
  return socketBridge({
    connect: () => new WebSocket(bridgeUrl(location), ['afm.v1', `afm.token.${tokenOf(location.hash)}`]),
  })
}

/** Where the page that was loaded from `location` reaches main. */
export function bridgeUrl(location: { readonly host: string; readonly protocol: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bridge`
}

/**
 * The token in a fragment `#token=…`. It stays in the address, so that a reload works and a new address
 * is taken up at the next connection. Characters that a subprotocol cannot hold make it a wrong token, not
 * an exception.
 */
export function tokenOf(hash: string): string {
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return /^[\w-]+$/.test(token) ? token : 'missing'
}
