import { UserError } from '../../shared/result.ts'
import { normalizeBaseUrl } from '../afm/base-url.ts'

/** The model server a request is relayed to. */
export interface Upstream {
  /** Plain http. */
  readonly baseUrl: string
  readonly key: string | null
  /** Empty leaves the choice to the server. */
  readonly model: string
}

/** Finds the upstream of one request. @throws UserError with words for the client. */
export type UpstreamSource = () => Promise<Upstream>

/** The contract's words, to the letter. */
export const NOT_CONFIGURED = 'LLM endpoint not configured (set AKURAI_LLM_URL and AKURAI_LLM_MODEL)'

/** Whether the environment says anything of an upstream; then it has to say all. */
export function environmentIsSet(env: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(env.AKURAI_LLM_URL?.trim() || env.AKURAI_LLM_MODEL?.trim())
}

/**
 * The upstream that the environment names now; it is read again for each request.
 * @throws UserError `not-configured` when either variable is unset or empty, `no-tls` for `https://`,
 * `invalid-url` for what is no address.
 */
export function environmentUpstream(env: NodeJS.ProcessEnv = process.env): Upstream {
  const url = env.AKURAI_LLM_URL?.trim()
  const model = env.AKURAI_LLM_MODEL?.trim()
  if (!url || !model) throw new UserError('not-configured', NOT_CONFIGURED)
  return { baseUrl: plainHttp(url, 'AKURAI_LLM_URL'), key: null, model }
}

/**
 * The base URL, if it is one of a plain-HTTP server: the contract knows no TLS.
 * @param name What the URL is called where the user can change it.
 * @throws UserError `no-tls`, `invalid-url`
 */
export function plainHttp(url: string, name: string): string {
  let baseUrl: string
  try {
    baseUrl = normalizeBaseUrl(url)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(error.code, `${name}: ${error.message}`)
  }
  if (baseUrl.startsWith('https:')) {
    const message =
      `${name} begins with https://, but the Assistant API speaks plain HTTP only. ` +
      'End TLS in front of the model server and name its http:// address.'
    throw new UserError('no-tls', message)
  }
  return baseUrl
}
