import { UserError } from '../../shared/result.ts'

/** Endpoints that people paste along with the address they belong to. */
const KNOWN_TAIL = /\/(?:v1(?:\/(?:chat\/completions|models|completions))?|health|api\/assistant)$/

/**
 * The base URL from what a user typed: with or without scheme, slash or `/v1`.
 * The answer has a scheme, no slash at the end and no `/v1`.
 * @throws UserError `invalid-url` with words that say what to type.
 */
export function normalizeBaseUrl(typed: string): string {
  const text = typed.trim()
  if (text === '') throw invalid('Type the server’s address, for example 127.0.0.1:9999.')
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const withScheme = hasScheme ? text : `http://${text}`
  if (!URL.canParse(withScheme)) throw invalid(`“${text}” is not an address. Try 127.0.0.1:9999.`)
  const url = new URL(withScheme)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid(`“${url.protocol}//” is not spoken here. Use http:// or https://.`)
  if (url.hostname === '') throw invalid('The address has no host. Try 127.0.0.1:9999.')
  if (url.username !== '' || url.password !== '')
    throw invalid('Leave user and password out of the address; a key has a field of its own.')
  if (url.search !== '' || url.hash !== '') throw invalid('Leave out what stands behind “?” or “#”.')
  // AFM's port is not 80: an address without scheme and port means AFM's own, as its command line prints it.
  if (!hasScheme && url.port === '' && !/:80(?:\/|$)/.test(text)) url.port = '9999'
  const path = url.pathname.replace(/\/+$/, '').replace(KNOWN_TAIL, '').replace(/\/+$/, '')
  return `${url.protocol}//${url.host}${path}`
}

function invalid(message: string): UserError {
  return new UserError('invalid-url', message)
}
