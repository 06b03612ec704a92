import { Stream } from 'openai/streaming'
import { StreamDecoder } from '../../main/afm/stream-decoder.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import { ChatDialect } from '../../shared/stream/chat-dialect.ts'
import { newTurn } from '../../shared/stream/turn.ts'
import { type BenchRow, median } from './row.ts'
import { makeStream, randomPieces } from './stream-source.ts'

const SIZE_BYTES = 50_000_000
const ROUNDS = 5

/**
 * Bytes to a Turn, with every dialect on, against two peers in the same run: JSON.parse alone over strings
 * that are already split (the limit of anything that parses), and the openai client's decoder.
 * All three read the same stream and must count the same characters of answer.
 */
export async function decodeBench(): Promise<BenchRow[]> {
  const source = makeStream(SIZE_BYTES)
  const pieces = randomPieces(source.bytes)
  const megabytes = source.bytes.length / 1e6
  const contenders = {
    ours: async () => decodeOurs(pieces),
    jsonParse: async () => parseOnly(source.frames),
    openai: () => decodeOpenai(pieces),
  }
  const speeds: Record<keyof typeof contenders, number[]> = { ours: [], jsonParse: [], openai: [] }
  // In turns, so that a slow moment of the machine falls on all of them; the first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(contenders) as (keyof typeof contenders)[]) {
      globalThis.gc?.()
      const startedAtMs = performance.now()
      const chars = await contenders[name]()
      const seconds = (performance.now() - startedAtMs) / 1000
      if (chars !== source.answerChars)
        throw new Error(`${name} read ${chars} characters of answer, not ${source.answerChars}`)
      if (round > 0) speeds[name].push(megabytes / seconds)
    }
  }
  // The peers of one round stood next to each other in time: their ratio is what a busy moment changes least.
  const against = (peer: 'jsonParse' | 'openai') =>
    median(speeds.ours.map((speed, round) => speed / (speeds[peer][round] ?? Number.NaN)))
  const [ours, jsonParse, openai] = [median(speeds.ours), median(speeds.jsonParse), median(speeds.openai)]
  const shown = (what: string, value: number): BenchRow => ({ what, value, unit: 'MB/s', bar: '', ok: true })
  return [
    shown('bytes → Turn, 50 MB at random splits', ours),
    shown('JSON.parse alone, already split', jsonParse),
    shown('openai client’s decoder', openai),
    {
      what: 'ours / JSON.parse alone',
      value: against('jsonParse'),
      unit: '×',
      bar: '≥ 0.5',
      ok: against('jsonParse') >= 0.5,
    },
    {
      what: 'ours / openai client',
      value: against('openai'),
      unit: '×',
      bar: '≥ 3',
      ok: against('openai') >= 3,
    },
  ]
}

function decodeOurs(pieces: readonly Uint8Array[]): number {
  const decoder = new StreamDecoder(new ChatDialect())
  let turn = newTurn('bench')
  let atMs = 0
  for (const piece of pieces) {
    atMs += 1
    turn = accumulate(turn, decoder.push(piece, atMs))
  }
  return accumulate(turn, decoder.end(atMs)).content.length
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string } }[] | null
}

function parseOnly(frames: readonly string[]): number {
  let chars = 0
  for (const frame of frames) {
    const chunk = JSON.parse(frame) as Chunk
    chars += chunk.choices?.[0]?.delta?.content?.length ?? 0
  }
  return chars
}

async function decodeOpenai(pieces: readonly Uint8Array[]): Promise<number> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  let chars = 0
  for await (const chunk of Stream.fromSSEResponse<Chunk>(new Response(body), new AbortController()))
    chars += chunk.choices?.[0]?.delta?.content?.length ?? 0
  return chars
}
