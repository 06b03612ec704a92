import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TurnOutbox } from '../../../main/turns/outbox.ts'
import type { TurnBatch } from '../../../shared/bridge.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { newTurn } from '../../../shared/stream/turn.ts'

function outboxTo(batches: TurnBatch[]) {
  let messages = 0
  const outbox = new TurnOutbox((sent) => {
    messages += 1
    batches.push(...sent)
  })
  return { outbox, messages: () => messages }
}
const text = (atMs: number, content: string): StreamEvent => ({
  type: 'content',
  atMs,
  text: content,
  deltas: 1,
})

it('sends the first event at once, merges what follows, and flushes at the end', () => {
  const batches: TurnBatch[] = []
  const { outbox, messages } = outboxTo(batches)
  outbox.push('t', [text(1, 'a')])
  expect(messages()).toBe(1)
  for (let at = 1; at < 50; at += 1) outbox.push('t', [text(at, 'b')])
  outbox.push('t', [text(50, 'c')])
  expect(messages()).toBe(1)
  outbox.push('t', [{ type: 'done', atMs: 59, end: 'done' }])
  expect(batches).toEqual([
    { turnId: 't', seq: 1, events: [text(1, 'a')] },
    {
      turnId: 't',
      seq: 2,
      events: [
        { type: 'content', atMs: 1, lastAtMs: 49, text: 'b'.repeat(49), deltas: 49 },
        // Another bucket of arrival: merged, it would lose when its tokens came.
        text(50, 'c'),
        { type: 'done', atMs: 59, end: 'done' },
      ],
    },
  ])
  outbox.close()
})

it('sends several turns in one message, each with numbers of its own', async () => {
  const batches: TurnBatch[] = []
  const { outbox, messages } = outboxTo(batches)
  outbox.push('a', [text(1, 'x')])
  outbox.push('b', [text(1, 'y')])
  outbox.push('a', [text(2, 'z')])
  await expect.poll(messages).toBe(2)
  expect(batches.map(({ turnId, seq }) => `${turnId}${seq}`)).toEqual(['a1', 'b1', 'a2'])
  outbox.close()
})

const someEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('content' as const, 'reasoning' as const),
    atMs: fc.nat(1000),
    text: fc.string({ minLength: 1 }),
    deltas: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    type: fc.constant('toolCall' as const),
    atMs: fc.nat(1000),
    slot: fc.nat(2),
    index: fc.nat(2),
    arguments: fc.string(),
  }),
  fc.record({ type: fc.constant('finish' as const), atMs: fc.nat(1000), reason: fc.string() }),
)

it('law: whatever is merged on the way, both sides hold the same turn', () => {
  fc.assert(
    fc.property(fc.array(fc.array(someEvent)), (unordered) => {
      // Time only goes forward on a stream.
      let atMs = 0
      const pushes = unordered.map((events) =>
        events.map((event) => {
          atMs += event.atMs
          return { ...event, atMs }
        }),
      )
      const batches: TurnBatch[] = []
      const { outbox } = outboxTo(batches)
      let inMain = newTurn('r')
      for (const events of pushes) {
        inMain = accumulate(inMain, events)
        outbox.push('t', events)
      }
      outbox.close()
      let inWindow = newTurn('r')
      for (const [at, batch] of batches.entries()) {
        expect(batch.seq).toBe(at + 1)
        inWindow = accumulate(inWindow, batch.events)
      }
      expect(inWindow).toEqual(inMain)
    }),
  )
})
