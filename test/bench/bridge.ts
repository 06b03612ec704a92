import { WebSocket } from 'ws'
import { BRIDGE_PATH } from '../../main/browser/bridge-path.ts'
import { SUBPROTOCOL } from '../../main/browser/token.ts'
import type { TurnBatch } from '../../shared/bridge.ts'
import { startBrowserHostProcess } from '../fixtures/browser-host-process.ts'
import { beginStream, chunk, DONE, startScriptedServer } from '../fixtures/scripted-server.ts'
import type { BenchRow } from './row.ts'

/** How the page's token travels (main/browser/token.ts). */
const TOKEN_PREFIX = 'afm.token.'
const SECONDS = 4
const RATES_TOK_S = [80, 2000, 20_000]
const MOST_MESSAGES_A_SECOND = 63

/**
 * Messages over the bridge while a reply streams, counted by a window of the real browser host in its own
 * process. A frame of 60 Hz is all a screen can show: more messages would only be work.
 */
export async function bridgeBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const rate of RATES_TOK_S) {
    const { perSecond, tokens } = await measure(rate)
    if (tokens !== rate * SECONDS) throw new Error(`${tokens} tokens arrived, not ${rate * SECONDS}`)
    rows.push({
      what: `bridge messages a second at ${rate} tok/s`,
      value: perSecond,
      unit: '/s',
      bar: `≤ ${MOST_MESSAGES_A_SECOND}`,
      ok: perSecond <= MOST_MESSAGES_A_SECOND,
    })
  }
  return rows
}

async function measure(rateTokS: number): Promise<{ perSecond: number; tokens: number }> {
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      const startedAtMs = performance.now()
      for (let sent = 0; sent < rateTokS * SECONDS; ) {
        const due = Math.min(rateTokS * SECONDS, ((performance.now() - startedAtMs) / 1000) * rateTokS)
        let text = ''
        for (; sent < due; sent += 1) text += chunk({ content: ' token' })
        response.write(text)
        await new Promise((go) => setTimeout(go, 1))
      }
      response.end(chunk({}, 'stop') + DONE)
    },
  })
  const host = await startBrowserHostProcess(server.url)
  try {
    return await countMessages(new URL(host.url))
  } finally {
    await host.close()
    await server.close()
  }
}

/** Speaks the page's side of the bridge; counts the messages from the first token to the end. */
function countMessages(url: URL): Promise<{ perSecond: number; tokens: number }> {
  const token = url.hash.slice('#token='.length)
  const socket = new WebSocket(`ws://${url.host}${BRIDGE_PATH}`, [SUBPROTOCOL, TOKEN_PREFIX + token], {
    origin: url.origin,
  })
  return new Promise((done, failed) => {
    let tokens = 0
    const arrivals: number[] = []
    socket.on('error', failed)
    socket.on('open', () => {
      const input = { conversationId: null, text: 'bench' }
      socket.send(JSON.stringify({ id: 1, name: 'turns.start', input }))
    })
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { event?: string; payload?: readonly TurnBatch[] }
      if (message.event !== 'turns.batches') return
      arrivals.push(performance.now())
      const events = (message.payload ?? []).flatMap((batch) => batch.events)
      for (const event of events) if (event.type === 'content') tokens += event.deltas
      if (!events.some((event) => event.type === 'done')) return
      socket.close()
      done({ perSecond: mostInASecond(arrivals), tokens })
    })
  })
}

/** The most messages that fell into any one second. */
function mostInASecond(arrivals: readonly number[]): number {
  let most = 0
  let from = 0
  for (const [at, time] of arrivals.entries()) {
    while (time - (arrivals[from] ?? time) > 1000) from += 1
    most = Math.max(most, at - from + 1)
  }
  return most
}
