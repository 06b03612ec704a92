import type { ModelInfo } from '../../shared/chat/server-status.ts'
import { UserError } from '../../shared/result.ts'
import { asNumber, asObject, asText, type JsonObject, parseJson } from '../../shared/stream/json.ts'
import { connectFailure, responseFailure } from './failures.ts'
import { addressOf, readBody, sendRequest } from './request.ts'

/** What a server says of itself. */
export interface ServerProbe {
  readonly address: string | null
  /** AFM's version; null on servers without `/health`. */
  readonly version: string | null
  /** Models for chat; embedding models are left out. */
  readonly models: readonly ModelInfo[]
  readonly tookMs: number
}

/** A probe is no generation: an answer that takes longer than this is none. */
const PROBE_TIMEOUT_MS = 10_000
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

interface Target {
  readonly baseUrl: string
  readonly key: string | null
}

/**
 * Asks a server for its models and health. `/v1/models` must answer, since nothing can be sent without
 * it; `/health` may be missing.
 * @throws UserError `connect`, `http` or `not-a-model-server`, with words that say what to do.
 */
export async function probeServer(target: Target): Promise<ServerProbe> {
  const startedAtMs = performance.now()
  const [models, health] = await Promise.all([
    getJson(target, '/v1/models'),
    getJson(target, '/health').catch(() => null),
  ])
  if (!Array.isArray(models.json.data) && !Array.isArray(models.json.models))
    throw new UserError('not-a-model-server', 'The address answers, but not with a list of models.')
  return {
    address: models.address ?? null,
    version: asText(health?.json.version) ?? null,
    models: chatModels(models.json),
    tookMs: performance.now() - startedAtMs,
  }
}

async function getJson(target: Target, path: string): Promise<{ json: JsonObject; address?: string }> {
  const sent = sendRequest({ ...target, method: 'GET', path, headers: { accept: 'application/json' } })
  const timer = setTimeout(() => sent.close(), PROBE_TIMEOUT_MS)
  try {
    const response = await sent.response.catch((error: unknown) => {
      throw new UserError('connect', connectFailure(error, target.baseUrl).message)
    })
    const address = addressOf(response)
    const { text } = await readBody(response, BODY_LIMIT_BYTES)
    const status = response.statusCode ?? 0
    if (status < 200 || status > 299) {
      const contentType = response.headers['content-type'] ?? ''
      const failure = responseFailure({ status, contentType, retryAfter: undefined, body: text })
      throw new UserError('http', `${failure.title}: ${failure.message}`)
    }
    const json = asObject(parseJson(text))
    if (!json)
      throw new UserError('not-a-model-server', 'The address answers, but not as a model server does.')
    return { json, ...(address !== undefined && { address }) }
  } finally {
    clearTimeout(timer)
    sent.close()
  }
}

/** The chat models of `/v1/models`: OpenAI's `data[]`, with AFM's `models[]` telling what each can do. */
function chatModels(json: JsonObject): ModelInfo[] {
  const abilities = new Map<string, readonly unknown[]>()
  for (const value of asArray(json.models)) {
    const model = asObject(value)
    const can = asArray(model?.capabilities)
    for (const name of [model?.model, model?.name]) if (typeof name === 'string') abilities.set(name, can)
  }
  const listed = asArray(json.data).length > 0 ? asArray(json.data) : asArray(json.models)
  const models = listed.flatMap((value): ModelInfo[] => {
    const model = asObject(value)
    const id = asText(model?.id) ?? asText(model?.model) ?? asText(model?.name)
    if (!model || id === undefined || !isForChat(id, abilities.get(id) ?? asArray(model.capabilities)))
      return []
    const status = asText(asObject(model.status)?.value)
    const contextTokens =
      asNumber(model.max_context_length) ?? asNumber(asObject(model.meta)?.n_ctx_train) ?? null
    return [{ id, loaded: status === undefined ? null : status === 'loaded', contextTokens }]
  })
  return [...new Map(models.map((model) => [model.id, model])).values()]
}

function isForChat(id: string, capabilities: readonly unknown[]): boolean {
  if (capabilities.length > 0) return capabilities.includes('chat') || capabilities.includes('completion')
  // Servers that do not say what a model can do say it in its name.
  return !/\bembed(?:ding)?s?\b/i.test(id)
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
