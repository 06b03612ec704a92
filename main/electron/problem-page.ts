import { createHash } from 'node:crypto'
import { SECURITY_HEADERS } from '../security/content-policy.ts'
import { APP_HOST, APP_SCHEME, PAGE_URL } from './origin.ts'

/** Why a window cannot show the app. */
export type Problem = 'load' | 'start' | 'crash'

const TEXTS: Readonly<Record<Problem, string>> = {
  load: 'The app’s page could not be loaded. A file of the app may be missing or damaged; installing the app again puts it back.',
  start: 'The app’s page was loaded but did not start.',
  crash: 'The app’s page crashed twice in a row.',
}

const PROBLEM_PATH = '/problem'

/** The address of the page that says what went wrong. It is made in main: no file of the build is needed. */
export function problemUrl(problem: Problem): string {
  return `${APP_SCHEME}://${APP_HOST}${PROBLEM_PATH}?${problem}`
}

/** Whether an URL of the app is that of {@link problemUrl}. */
export function isProblemUrl(url: string): boolean {
  return new URL(url).pathname === PROBLEM_PATH
}

const STYLE = `
  :root { color-scheme: light dark }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 32px; box-sizing: border-box;
    font: 13px/1.5 -apple-system, system-ui, sans-serif; text-align: center; -webkit-app-region: drag;
    background: light-dark(#fff, #1e1e20); color: light-dark(#1d1d1f, #f2f2f4) }
  h1 { font-size: 15px } p { max-width: 440px; margin: 0 0 12px } a { -webkit-app-region: no-drag; color: light-dark(#0a5fe0, #5ca1ff) }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page that says what went wrong, for an URL of {@link problemUrl}. It runs no script. */
export function answerProblem(url: string): Response {
  const name = new URL(url).search.slice(1)
  const text = TEXTS[Object.hasOwn(TEXTS, name) ? (name as Problem) : 'load']
  const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>AFM Desktop</title><style>${STYLE}</style></head>
  <body>
    <h1>AFM Desktop cannot show its window</h1>
    <p>${text} Your chats are safe, and a reply that is being written goes on.</p>
    <p>The log (Help › Show Logs) says more.</p>
    <p><a href="${PAGE_URL}">Try again</a></p>
  </body>
</html>
`
  return new Response(html, {
    headers: {
      ...SECURITY_HEADERS,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}
