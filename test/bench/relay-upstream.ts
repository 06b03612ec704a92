import { parentPort } from 'node:worker_threads'
import { startScriptedServer, writeAll } from '../fixtures/scripted-server.ts'
import { makeStream } from './stream-source.ts'

/**
 * A model server in a thread of its own, so that serving does not take time from reading. The user's
 * message says how: `{"paceMs": 0}` writes one large answer as fast as it is taken, any other pace writes
 * a frame each so many milliseconds, `frames` of them.
 */
const { bytes, frames } = makeStream(20_000_000)
const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
  Buffer.from(bytes.subarray(at * 65_536, (at + 1) * 65_536)),
)

interface Wanted {
  readonly paceMs: number
  readonly frames: number
}

const server = await startScriptedServer({
  chat: async (request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: readonly { content: string }[] }
    const { paceMs, frames: count } = JSON.parse(messages[0]?.content ?? '{}') as Wanted
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (paceMs === 0) await writeAll(response, pieces)
    else {
      // Answers only: the reasoning at the start of the stream is not relayed.
      for (const frame of frames.slice(401, 401 + count)) {
        if (response.destroyed) return
        response.write(`data: ${frame}\n\n`)
        await new Promise((go) => setTimeout(go, paceMs))
      }
      response.write('data: [DONE]\n\n')
    }
    response.end()
  },
})
parentPort?.postMessage(server.url)
