import type { Protocol } from 'electron'
import { app } from './app.ts'

type Handler = (request: Request) => Response | Promise<Response>

const handlers = new Map<string, Handler>()
const privileged = new Set<string>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    if (app.isReady()) throw new Error('Schemes must be registered before the app is ready')
    for (const { scheme } of schemes) privileged.add(scheme)
  },
  handle(scheme: string, handler: Handler): void {
    if (!privileged.has(scheme)) throw new Error(`'${scheme}' was not registered as privileged`)
    handlers.set(scheme, handler)
  },
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>

/** The pattern of the addresses under which Chromium shows a scheme it does not know. */
export function addressPatterns(): string[] {
  return [...handlers.keys()].map((scheme) => `https://*.${scheme}.invalid/*`)
}

/** `app://bundle/x` as Chromium shows it: `https://bundle.app.invalid/x`. */
export function shownAddress(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z-]+):\/\/([^/]*)(.*)$/.exec(url) ?? []
  return handlers.has(scheme) ? `https://${host}.${scheme}.invalid${rest}` : url
}

/** The way back of {@link shownAddress}. */
export function meantAddress(url: string): string {
  const [, host = '', scheme = '', rest = ''] = /^https:\/\/(.*)\.([a-z-]+)\.invalid(.*)$/.exec(url) ?? []
  return handlers.has(scheme) ? `${scheme}://${host}${rest}` : url
}

/** Lets the app answer a request of Chromium's; null if the address is not of one of its schemes. */
export async function answer(address: string, method: string): Promise<Response | null> {
  const url = meantAddress(address)
  const handler = handlers.get(url.slice(0, url.indexOf(':')))
  return handler === undefined ? null : handler(new Request(url, { method }))
}
