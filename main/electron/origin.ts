/** The page's own scheme: unlike `file:` it has an origin, takes a policy as a header, and reaches no disk. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'bundle'
export const PAGE_URL = `${APP_SCHEME}://${APP_HOST}/index.html`

/** Whether an URL belongs to the app. Parsed, as `app://bundle.example/` starts like one that does. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}
