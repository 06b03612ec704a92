/** What the description says of one route. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  /** As OpenAPI writes it, with `{name}` for what varies. */
  readonly path: string
  readonly summary: string
}

/** The OpenAPI document of exactly the given routes. */
export function openapiDocument(routes: readonly DescribedRoute[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, summary } of routes) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
      name: match[1],
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary,
        ...(parameters.length > 0 && { parameters }),
        ...(method === 'POST' && !path.endsWith('/cancel') && { requestBody: JSON_BODY }),
        responses: { 200: { description: 'OK' } },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'AFM demo: canned replies', version },
    paths,
  }
}

const JSON_BODY = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
