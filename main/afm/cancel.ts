import { asObject, parseJson } from '../../shared/stream/json.ts'
import { readBody, sendRequest } from './request.ts'

/** What the server said to a cancel: it did, it knows no such request, or it cannot be asked. */
export type CancelOutcome = 'cancelled' | 'unknown' | 'unavailable'

/**
 * Asks the server to cancel a generation by its request id (not its `chatcmpl-…` id). Never rejects:
 * whatever else happens, the caller closes the connection.
 */
export async function cancelGeneration(
  target: { readonly baseUrl: string; readonly key: string | null },
  requestId: string,
  timeoutMs: number,
): Promise<CancelOutcome> {
  const sent = sendRequest({
    ...target,
    method: 'POST',
    path: `/v1/chat/completions/${encodeURIComponent(requestId)}/cancel`,
    headers: { accept: 'application/json' },
    body: '',
    connectTimeoutMs: timeoutMs,
  })
  const timer = setTimeout(() => sent.close(), timeoutMs)
  try {
    const response = await sent.response
    const { text } = await readBody(response, 64 * 1024)
    const answer = asObject(parseJson(text))
    if (response.statusCode === 200 && answer?.cancelled === true) return 'cancelled'
    return response.statusCode === 404 && answer?.cancelled === false ? 'unknown' : 'unavailable'
  } catch {
    return 'unavailable'
  } finally {
    clearTimeout(timer)
    sent.close()
  }
}
