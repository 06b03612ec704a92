import { UserError } from '../../shared/result.ts'
import { connectFailure } from '../afm/failures.ts'
import type { ServerProbe } from '../afm/probe.ts'
import { addressOf, sendRequest } from '../afm/request.ts'
import { ASSISTANT_PATH } from './protocol.ts'

/** A probe is no generation: an answer that takes longer than this is none. */
const PROBE_TIMEOUT_MS = 10_000

/**
 * Asks whether an address is an Assistant API, without generating anything: the contract answers a GET
 * with 405. Models and version it does not tell.
 * @throws UserError `connect` or `not-a-model-server`, with words that say what to do.
 */
export async function probeAssistant(target: {
  readonly baseUrl: string
  readonly key: string | null
}): Promise<ServerProbe> {
  const startedAtMs = performance.now()
  const sent = sendRequest({ ...target, method: 'GET', path: ASSISTANT_PATH })
  const timer = setTimeout(() => sent.close(), PROBE_TIMEOUT_MS)
  try {
    const response = await sent.response.catch((error: unknown) => {
      throw new UserError('connect', connectFailure(error, target.baseUrl).message)
    })
    const { statusCode, headers } = response
    if (statusCode !== 405) {
      const message =
        `The address answers, but not as an Assistant API does: GET ${ASSISTANT_PATH} was answered with ` +
        `HTTP ${statusCode}, not 405.`
      throw new UserError('not-a-model-server', message)
    }
    // RFC 9110 makes Allow part of a 405; a server that leaves it out is taken at its status.
    if (headers.allow !== undefined && !/\bPOST\b/i.test(headers.allow))
      throw new UserError('not-a-model-server', `The address answers, but ${ASSISTANT_PATH} takes no POST.`)
    const tookMs = performance.now() - startedAtMs
    return { address: addressOf(response) ?? null, version: null, models: [], tookMs }
  } finally {
    clearTimeout(timer)
    sent.close()
  }
}
