import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { AssistantEndpoint } from '../../../main/assistant/endpoint.ts'
import { startAssistantServer } from '../../../main/assistant/server.ts'
import { environmentUpstream } from '../../../main/assistant/upstream.ts'
import { type Script, type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'

/** The endpoint on a port of its own, in front of a real model server whose answers the test writes. */
export interface TestEndpoint {
  readonly url: string
  readonly port: number
  readonly upstream: ScriptedServer
  /** What the endpoint reads at each request; a test may change it. */
  readonly env: NodeJS.ProcessEnv
  /** Bodies of the chat requests that reached the model server. */
  asked(): string[]
  close(): Promise<void>
}

export async function startTestEndpoint(script: Script): Promise<TestEndpoint> {
  const upstream = await startScriptedServer(script)
  const env: NodeJS.ProcessEnv = { AKURAI_LLM_URL: upstream.url, AKURAI_LLM_MODEL: 'gemma-3-12b' }
  const endpoint = new AssistantEndpoint(async () => environmentUpstream(env))
  const server = await startAssistantServer(endpoint, 0)
  return {
    url: server.url,
    port: server.port,
    upstream,
    env,
    asked: () => upstream.seen.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body),
    async close() {
      await server.close()
      await endpoint.close()
      await upstream.close()
    },
  }
}

/** A whole answer of the endpoint. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export const HELLO = JSON.stringify({ messages: [{ role: 'user', content: 'Hello!' }] })

/** Sends one request on a connection of its own and reads the answer to its end. */
export function send(
  url: string,
  body: string | Uint8Array = HELLO,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(url, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.on('error', failed)
    sent.on('response', (response) => {
      text(response).then(
        (read) => done({ status: response.statusCode ?? 0, headers: response.headers, text: read }),
        failed,
      )
    })
    if (method === 'POST') sent.end(body)
    else sent.end()
  })
}

/** The one event of a stream that only failed: its message. Throws when the stream is anything else. */
export function onlyError(answer: Answer): string {
  const match = /^event: error\ndata: (.*)\n\n$/.exec(answer.text)
  const { error } = JSON.parse(match?.[1] ?? '{}') as { error?: unknown }
  if (answer.status !== 200 || typeof error !== 'string')
    throw new Error(`not one error event: ${answer.status} ${answer.text}`)
  return error
}
