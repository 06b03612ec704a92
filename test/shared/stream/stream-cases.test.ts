import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replayLine, replayTurn } from '../../../main/replay/replay.ts'
import { STREAM_CASES } from '../../fixtures/chat-cases.ts'
import { turnOfPieces } from '../../fixtures/pieces.ts'

const bytesOf = (stream: string) => new TextEncoder().encode(stream)

describe.each(STREAM_CASES)('$name', ({ stream, protocol, expect: expected }) => {
  const assistant = protocol === 'assistant'
  const whole = replayTurn(bytesOf(stream), { splitBytes: null, assistant })

  it('reads right as a whole', () => {
    expect(replayLine(whole)).toMatchObject(expected)
  })

  it('reads the same in any pieces', () => {
    const bytes = bytesOf(stream)
    for (const splitBytes of [1, 2, 7]) expect(replayTurn(bytes, { splitBytes, assistant })).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
        expect(turnOfPieces(bytes, sizes, assistant)).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })
})

// The plan's own cases and captures, where they lie beside the project.
const shared = new URL('../../../../shared/', import.meta.url)
const planCases = existsSync(shared)
  ? readdirSync(new URL('cases/', shared)).filter((name) => name.endsWith('.json'))
  : []

describe.runIf(planCases.length > 0).each(planCases)('the plan’s case %s', (name) => {
  const bytes = readFileSync(new URL(`cases/${name}`, shared))
  const { expect: expected } = JSON.parse(bytes.toString()) as { expect: Record<string, unknown> }

  it.each([null, 1, 2, 7])('reads right in pieces of %s bytes', (splitBytes) => {
    expect(replayLine(replayTurn(bytes, { splitBytes, assistant: false }))).toMatchObject(expected)
  })
})
