import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StreamDecoder } from '../../../main/afm/stream-decoder.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import { AssistantDialect } from '../../../shared/stream/assistant-dialect.ts'
import { ChatDialect } from '../../../shared/stream/chat-dialect.ts'
import { newTurn, type Turn } from '../../../shared/stream/turn.ts'
import { STREAM_CASES } from '../../fixtures/chat-cases.ts'

const RUNS = 10_000

/** Ways a stream gets damaged at a place: bytes are changed, lost, added, repeated, or all is cut. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
  fc.record({ kind: fc.constant('insert' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('remove' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('repeat' as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('cut' as const) }),
)
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

function damaged(bytes: Uint8Array, at: number, what: Damage): Uint8Array {
  const before = bytes.subarray(0, at)
  switch (what.kind) {
    case 'replace':
      return concat(before, what.bytes, bytes.subarray(at + what.bytes.length))
    case 'insert':
      return concat(before, what.bytes, bytes.subarray(at))
    case 'remove':
      return concat(before, bytes.subarray(at + what.count))
    case 'repeat':
      return concat(before, bytes.subarray(at, at + what.count), bytes.subarray(at))
    case 'cut':
      return before
  }
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** Reads bytes in pieces; without an end where only what came so far is asked for. */
function read(bytes: Uint8Array, size: number, assistant: boolean, ends: boolean): Turn {
  const decoder = new StreamDecoder(assistant ? new AssistantDialect() : new ChatDialect())
  let turn = newTurn('fuzz')
  for (let at = 0; at < bytes.length; at += size)
    turn = accumulate(turn, decoder.push(bytes.subarray(at, at + size), 0))
  return ends ? accumulate(turn, decoder.end(0)) : turn
}

it(`reads ${RUNS} damaged streams without throwing, and keeps what came before the damage`, () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STREAM_CASES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      damage,
      fc.integer({ min: 1, max: 200 }),
      ({ stream, protocol }, place, what, size) => {
        const bytes = new TextEncoder().encode(stream)
        const at = Math.floor(place * bytes.length)
        const assistant = protocol === 'assistant'
        const before = read(bytes.subarray(0, at), size, assistant, false)
        const turn = read(damaged(bytes, at, what), size, assistant, true)
        expect(turn.end).not.toBeNull()
        expect(turn.content.startsWith(before.content)).toBe(true)
        expect(turn.reasoning.startsWith(before.reasoning)).toBe(true)
        for (const call of before.toolCalls) {
          const kept = turn.toolCalls.find(({ slot }) => slot === call.slot)
          expect(kept?.arguments.startsWith(call.arguments)).toBe(true)
        }
      },
    ),
    { numRuns: RUNS },
  )
})
