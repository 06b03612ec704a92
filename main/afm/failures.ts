import { readErrorValue } from '../../shared/stream/errors.ts'
import type { TurnError } from '../../shared/stream/events.ts'
import { asObject, parseJson } from '../../shared/stream/json.ts'
import { withoutUndefined } from '../../shared/stream/usage.ts'
import { ConnectTimeout } from './request.ts'

/** What a failed request says: its status, headers, and as much of its body as was read. */
export interface FailedResponse {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | undefined
  readonly body: string
}

/** What went wrong before any header came, in words that say what to do. */
export function connectFailure(error: unknown, baseUrl: string): TurnError {
  const code = firstCode(error)
  const host = hostOf(baseUrl)
  const title = 'Cannot reach the server'
  if (error instanceof ConnectTimeout)
    return {
      title,
      message: `${host} did not answer within 5 seconds. Is the address right?`,
      code: 'connect',
    }
  const message = CONNECT_MESSAGES[code]?.(host) ?? `${host}: ${wordsOf(error)}`
  return { title, message, code: 'connect' }
}

const CONNECT_MESSAGES: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) =>
    `Nothing listens on ${host}. Start AFM there, or choose another server in Settings.`,
  ENOTFOUND: (host) => `There is no host named ${host}. Check the address in Settings.`,
  EAI_AGAIN: (host) => `The name ${host} cannot be looked up right now. Is the network up?`,
  EHOSTUNREACH: (host) =>
    `${host} cannot be reached. If it is on your network, check that AFM Desktop may use the local network ` +
    '(System Settings, Privacy & Security, Local Network).',
  ENETUNREACH: (host) => `There is no network on which to reach ${host}.`,
  ECONNRESET: (host) => `${host} closed the connection before it answered.`,
  HPE_HEADER_OVERFLOW: (host) => `${host} sent more headers than can be read.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `The certificate of ${host} is self-signed and not trusted.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate of ${host} is for another name.`,
  EPROTO: (host) => `${host} does not speak TLS here. Try http:// instead of https://.`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => `${host} does not speak TLS here. Try http:// instead of https://.`,
}

/** Node reports a try on two addresses as an AggregateError; the first cause is the telling one. */
function firstCode(error: unknown): string {
  if (error instanceof AggregateError) return firstCode(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return wordsOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : 'the connection failed'
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}

/** What a status other than 2xx says. Proxies send HTML, plain text or nothing; only words are shown. */
export function responseFailure(response: FailedResponse): TurnError {
  const { status } = response
  const envelope = asObject(parseJson(response.body))
  const said = readErrorValue(envelope?.error) ?? readErrorValue(envelope?.message ?? envelope?.detail)
  const plain = response.contentType.includes('html') ? '' : response.body.trim().slice(0, 1000)
  const message = said?.message ?? (envelope || plain === '' ? 'The server gave no reason.' : plain)
  const retryAfterS = Number(response.retryAfter)
  return {
    title: `${TITLES[status] ?? 'The server refused the request'} (HTTP ${status})`,
    message,
    code: said?.code ?? 'http',
    status,
    ...withoutUndefined({
      retryAfterS: response.retryAfter !== undefined && retryAfterS > 0 ? retryAfterS : undefined,
    }),
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'The server did not understand the request',
  401: 'The server wants a valid key',
  403: 'The server denied access',
  404: 'Not found on this server',
  413: 'The conversation is too large for the server',
  429: 'Too many requests',
  500: 'The server failed',
  502: 'The server behind the gateway failed',
  503: 'The server is busy',
  504: 'The server behind the gateway did not answer',
}
