import { parseArgs } from 'node:util'
import { DEFAULT_ASSISTANT_PORT } from '../../shared/chat/assistant-status.ts'
import { UserError } from '../../shared/result.ts'
import { AssistantEndpoint } from './endpoint.ts'
import { type AssistantServer, startAssistantServer } from './server.ts'
import { environmentUpstream } from './upstream.ts'

/**
 * `assistant [--port N]`: the Assistant API by itself, from AKURAI_LLM_URL and AKURAI_LLM_MODEL, until
 * SIGINT or SIGTERM. Standard output carries one line, the endpoint's URL. A port that was asked for must
 * be had; where none was and the usual one is busy, a free one is taken.
 * @throws UserError `usage`, `port-busy`, `port-refused`
 */
export async function assistantCommand(args: readonly string[]): Promise<void> {
  const port = readPort(args)
  // Listen for the signals first: one that comes while the server starts must not be lost.
  const stopped = untilSignal()
  const endpoint = new AssistantEndpoint(async () => environmentUpstream())
  const server = await start(endpoint, port)
  console.log(server.url)
  await stopped
  await server.close()
  await endpoint.close()
}

function readPort(args: readonly string[]): number | null {
  const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' } } })
  if (values.port === undefined) return null
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new UserError('usage', `--port takes a whole number from 0 to 65535, not “${values.port}”.`)
  return Number(values.port)
}

async function start(endpoint: AssistantEndpoint, port: number | null): Promise<AssistantServer> {
  if (port !== null) return startAssistantServer(endpoint, port)
  try {
    return await startAssistantServer(endpoint, DEFAULT_ASSISTANT_PORT)
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'port-busy')) throw error
    const server = await startAssistantServer(endpoint, 0)
    console.error(`Port ${DEFAULT_ASSISTANT_PORT} is busy, using port ${server.port}`)
    return server
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
