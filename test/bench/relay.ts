import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Generation } from '../../main/afm/generation.ts'
import { CHAT_PROTOCOL, type ServerProtocol } from '../../main/afm/protocol.ts'
import { ASSISTANT_PROTOCOL } from '../../main/assistant/protocol.ts'
import { type AssistantProcess, startAssistantProcess } from '../fixtures/assistant-process.ts'
import { type BenchRow, median } from './row.ts'

const ROUNDS = 5
const CLIENTS = 50
/** 50 ms a token is 20 tok/s for each client, a thousand for the relay. */
const PACE_MS = 50
const FRAMES = 120
const MEMORY_BAR_MB = 32
const RATE_BAR = 0.7

/**
 * The Assistant API as a user starts it, between a model server and a client that are not in its process:
 * answer events a second through it against the same client reading the same stream directly, and what 50
 * clients at once cost it in memory.
 */
export async function relayBench(): Promise<BenchRow[]> {
  const upstream = new Worker(new URL('./relay-upstream.ts', import.meta.url))
  const [upstreamUrl] = (await once(upstream, 'message')) as [string]
  const relay = await startAssistantProcess({ AKURAI_LLM_URL: upstreamUrl, AKURAI_LLM_MODEL: 'bench' })
  try {
    const rates = await measureRates(upstreamUrl, new URL(relay.url).origin)
    return [...rates, await measureMemory(relay)]
  } finally {
    await relay.close()
    await upstream.terminate()
  }
}

async function measureRates(upstreamUrl: string, relayUrl: string): Promise<BenchRow[]> {
  const direct: number[] = []
  const relayed: number[] = []
  // In turns, so that a slow moment of the machine falls on both; the first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await readAll(upstreamUrl, CHAT_PROTOCOL, { paceMs: 0, frames: 0 })
    const other = await readAll(relayUrl, ASSISTANT_PROTOCOL, { paceMs: 0, frames: 0 })
    if (one.chars !== other.chars || one.calls !== other.calls)
      throw new Error(`${other.chars} characters came through the relay, ${one.chars} directly`)
    if (one.deltas !== other.deltas) throw new Error(`${other.deltas} deltas came, not ${one.deltas}`)
    if (round === 0) continue
    direct.push(one.deltas / one.seconds)
    relayed.push(other.deltas / other.seconds)
  }
  const ratio = median(relayed) / median(direct)
  const shown = (what: string, value: number): BenchRow => ({ what, value, unit: '/s', bar: '', ok: true })
  return [
    shown('answer events, read directly', median(direct)),
    shown('answer events, through the relay', median(relayed)),
    { what: 'relay / direct', value: ratio, unit: '×', bar: `≥ ${RATE_BAR}`, ok: ratio >= RATE_BAR },
  ]
}

/** What 50 clients add to the relay's memory, at most, while all of them are being answered. */
async function measureMemory(relay: AssistantProcess): Promise<BenchRow> {
  const origin = new URL(relay.url).origin
  const wanted = { paceMs: PACE_MS, frames: FRAMES }
  const idle = relay.memoryBytes()
  let most = idle
  const timer = setInterval(() => {
    most = Math.max(most, relay.memoryBytes())
  }, 500)
  const reads = await Promise.all(
    Array.from({ length: CLIENTS }, () => readAll(origin, ASSISTANT_PROTOCOL, wanted)),
  )
  clearInterval(timer)
  for (const { deltas } of reads)
    if (deltas !== FRAMES) throw new Error(`a client got ${deltas} tokens, not ${FRAMES}`)
  const grownMb = (most - idle) / 1e6
  return {
    what: `relay’s memory for ${CLIENTS} clients at once`,
    value: grownMb,
    unit: 'MB',
    bar: `≤ ${MEMORY_BAR_MB}`,
    ok: grownMb <= MEMORY_BAR_MB,
  }
}

interface Reading {
  readonly deltas: number
  readonly chars: number
  readonly calls: number
  readonly seconds: number
}

/** Reads one answer with the app's own client. */
async function readAll(
  baseUrl: string,
  protocol: ServerProtocol,
  wanted: { paceMs: number; frames: number },
): Promise<Reading> {
  const messages = [{ role: 'user', content: JSON.stringify(wanted) }]
  const body = JSON.stringify({ messages, ...(protocol === CHAT_PROTOCOL && { stream: true }) })
  const generation = new Generation({ baseUrl, key: null, requestId: 'bench', body, profile: null, protocol })
  const startedAtMs = performance.now()
  const read = { deltas: 0, chars: 0 }
  const slots = new Set<number>()
  for await (const events of generation.events()) {
    for (const event of events) {
      if (event.type === 'error') throw new Error(`${event.error.title}: ${event.error.message}`)
      if (event.type === 'toolCall') slots.add(event.slot)
      if (event.type !== 'content') continue
      read.deltas += event.deltas
      read.chars += event.text.length
    }
  }
  return { ...read, calls: slots.size, seconds: (performance.now() - startedAtMs) / 1000 }
}
