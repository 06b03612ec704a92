import type { Protocol } from 'electron'
import { answerStatic } from '../security/static-files.ts'
import { APP_SCHEME, isAppUrl } from './origin.ts'
import { answerProblem, isProblemUrl } from './problem-page.ts'

/** Makes `app:` a scheme with an origin, as https has one. Only possible before Electron is ready. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built page as `app://bundle/…`. */
export function serveAppScheme(protocol: Pick<Protocol, 'handle'>, rendererFolder: string): void {
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(rendererFolder, request.method, request.url))
}

/** The answer to a request for an `app:` URL; 404 for another host than the app's. */
export async function answerAppRequest(folder: string, method: string, url: string): Promise<Response> {
  if (!isAppUrl(url)) return new Response(null, { status: 404 })
  if (isProblemUrl(url)) return answerProblem(url)
  const { status, headers, body } = await answerStatic(folder, method, new URL(url).pathname)
  return new Response(body, { status, headers })
}
