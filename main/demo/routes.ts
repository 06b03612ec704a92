import type { IncomingMessage, ServerResponse } from 'node:http'
import { handleChat } from './chat.ts'
import { readJson, sendJson, sendText } from './http.ts'
import { type DescribedRoute, openapiDocument } from './openapi.ts'
import { HttpProblem, invalidRequest } from './problem.ts'
import { DEMO_VERSION, health, props, tokenize } from './side-endpoints.ts'
import type { DemoState } from './state.ts'

interface Exchange {
  readonly state: DemoState
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly query: URLSearchParams
  /** What stood in the path where the route has `{id}`; empty elsewhere. */
  readonly id: string
}

interface Route extends DescribedRoute {
  readonly handle: (exchange: Exchange) => Promise<void> | void
}

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is well',
    handle: ({ res }) => sendJson(res, 200, health()),
  },
  {
    method: 'GET',
    path: '/v1/models',
    summary: 'The models',
    handle: ({ state, res }) => sendJson(res, 200, state.models.list()),
  },
  {
    method: 'GET',
    path: '/props',
    summary: 'Properties of a model, shaped as llama.cpp reports them',
    handle: ({ state, res, query }) => sendJson(res, 200, props(state.models.find(query.get('model')))),
  },
  {
    method: 'GET',
    path: '/metrics',
    summary: 'Counters in the Prometheus text format',
    handle: ({ state, res }) => {
      const model = state.models.find(null)
      const text = state.metrics.render(model.id, model.contextTokens, state.prefixes)
      sendText(res, 200, 'text/plain; version=0.0.4; charset=utf-8', text)
    },
  },
  {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    handle: ({ res }) => sendJson(res, 200, openapiDocument(ROUTES, DEMO_VERSION)),
  },
  {
    method: 'POST',
    path: '/v1/tokenize',
    summary: 'The tokens of a text',
    handle: async ({ state, req, res }) => {
      const { model, tokens } = tokenize(state, await readJson(req))
      const count = tokens.length
      sendJson(res, 200, { tokens, count, model: model.id, max_model_len: model.contextTokens })
    },
  },
  {
    method: 'POST',
    path: '/v1/count_tokens',
    summary: 'How many tokens a text has',
    handle: async ({ state, req, res }) => {
      const { model, tokens } = tokenize(state, await readJson(req))
      sendJson(res, 200, { input_tokens: tokens.length, model: model.id })
    },
  },
  {
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'A canned chat completion, streamed or whole',
    handle: ({ state, req, res }) => handleChat(state, req, res),
  },
  {
    method: 'POST',
    path: '/v1/chat/completions/{id}/cancel',
    summary: 'Cancels the generation with that request id',
    handle: ({ state, req, res, id }) => {
      req.resume()
      const cancelled = state.cancellations.cancel(id)
      sendJson(res, cancelled ? 200 : 404, { id, object: 'chat.completion.cancellation', cancelled })
    },
  },
]

/** Answers a request. Throws HttpProblems: 404 for an unknown path, 405 with `Allow` for a wrong method. */
export async function route(state: DemoState, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [path = '', search = ''] = (req.url ?? '').split('?', 2)
  const found = ROUTES.flatMap((candidate) => {
    const id = matchPath(candidate.path, path)
    return id === undefined ? [] : [{ candidate, id }]
  })
  if (found.length === 0) throw new HttpProblem(404, 'not_found', `There is no ${path} here.`)
  const match = found.find(({ candidate }) => candidate.method === req.method)
  if (!match) {
    const allow = found.map(({ candidate }) => candidate.method).join(', ')
    const message = `${path} takes ${allow}, not ${req.method}.`
    throw new HttpProblem(405, 'method_not_allowed', message, { headers: { Allow: allow } })
  }
  await match.candidate.handle({
    state,
    req,
    res,
    query: new URLSearchParams(search),
    id: decodeId(match.id),
  })
}

/** The part of the path where the template has `{id}`, or '' for a template without; undefined: no match. */
function matchPath(template: string, path: string): string | undefined {
  const [before = '', after] = template.split('{id}')
  if (after === undefined) return path === template ? '' : undefined
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined
  const id = path.slice(before.length, path.length - after.length)
  return id === '' || id.includes('/') ? undefined : id
}

function decodeId(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw invalidRequest('The id in the path is not percent-encoded UTF-8.')
  }
}
