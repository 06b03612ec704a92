import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WholeConversation } from '../../../main/conversations/reading.ts'
import { ImportUpload, importFile } from '../../../main/transcripts/import.ts'
import { jsonTranscript } from '../../../main/transcripts/json.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { newTurn } from '../../../shared/stream/turn.ts'
import { newReply, said, send, storeFolders } from '../conversations/store-fixtures.ts'
import { ALL, richConversation } from './transcript-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

const bytesOf = (conversations: Iterable<WholeConversation>) =>
  Buffer.from([...jsonTranscript(conversations, ALL, 7)].join(''))
type Document = { conversations: Record<string, unknown>[] }
const documentOf = (bytes: Buffer) => JSON.parse(bytes.toString()) as Document

/** Text as people and models write it, and what only a fuzzer does; lone surrogates are no text. */
const text = fc.string({ unit: 'binary', maxLength: 30 })
const event: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('content' as const, 'reasoning' as const),
    atMs: fc.nat(),
    text,
    deltas: fc.nat(9),
  }),
  fc.record({
    type: fc.constant('toolCall' as const),
    atMs: fc.nat(),
    slot: fc.nat(2),
    index: fc.nat(2),
    name: text,
    arguments: text,
  }),
  fc.record({ type: fc.constant('model' as const), atMs: fc.nat(), model: text }),
  fc.record({
    type: fc.constant('usage' as const),
    atMs: fc.nat(),
    usage: fc.record(
      { promptTokens: fc.nat(), completionTokens: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: fc.constant('profile' as const),
    atMs: fc.nat(),
    profile: fc.record({ chip: text, gpuPowerAvgW: fc.nat() }, { requiredKeys: [] }),
    samples: fc.array(fc.record({ t: fc.nat(), gpuPowerW: fc.nat() }), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('warning' as const), atMs: fc.nat(), message: text, excerpt: text }),
  fc.record({
    type: fc.constant('error' as const),
    atMs: fc.nat(),
    error: fc.record({ title: text, message: text }),
  }),
)

/** Any tree: each message hangs from any reply or question before it. */
const tree = fc.record({
  title: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  pinned: fc.boolean(),
  leaf: fc.nat(),
  nodes: fc.array(
    fc.record({
      parent: fc.nat(),
      isReply: fc.boolean(),
      text,
      events: fc.array(event, { maxLength: 6 }),
      createdAtMs: fc.nat(),
    }),
    { maxLength: 12 },
  ),
})

let lastTree = 0
function conversationFrom(shape: typeof tree extends fc.Arbitrary<infer T> ? T : never): WholeConversation {
  lastTree += 1
  const messages: WholeConversation['messages'][number][] = []
  for (const { parent, isReply, text: words, events, createdAtMs } of shape.nodes) {
    const above = messages[parent % Math.max(1, messages.length)]
    if (isReply && above) {
      const turn = accumulate(newTurn('r'), [...events, { type: 'done', atMs: 1, end: 'done' }])
      messages.push({ ...newReply(above.id, createdAtMs), turn })
    } else {
      const parentId = above && parent % 3 > 0 ? above.id : null
      messages.push({
        role: 'user',
        id: `t${lastTree}-${messages.length}`,
        parentId,
        createdAtMs,
        text: words,
      })
    }
  }
  const leafId = messages[shape.leaf % Math.max(1, messages.length)]?.id ?? null
  const { title, pinned } = shape
  return { id: `tree-${lastTree}`, title, createdAtMs: 1, updatedAtMs: 2, pinned, leafId, messages }
}

describe('our own JSON', () => {
  it('exported, imported and exported again is the same', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (shapes) => {
        const first = bytesOf(shapes.map(conversationFrom))
        const store = open(folder())
        const report = importFile(store, first)
        expect(report).toMatchObject({ format: 'afm-desktop', duplicates: 0, notes: [] })
        const second = bytesOf(store.everything())
        expect(documentOf(second)).toStrictEqual(documentOf(first))
        // And once more changes nothing.
        expect(importFile(store, second)).toMatchObject({ imported: [], duplicates: shapes.length })
        expect(bytesOf(store.everything()).equals(second)).toBe(true)
        store.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is found by search, and goes on where it ended', () => {
    const store = open(folder())
    const conversation = richConversation({ answer: 'The walrus rests.' })
    importFile(store, bytesOf([conversation]))
    expect(store.search('walrus', 10, 0).messages).toHaveLength(1)
    send(store, conversation.id, 'and then?')
    expect(said(store, conversation.id)).toHaveLength(4)
    // It is more now than what was imported, and still known.
    expect(importFile(store, bytesOf([conversation]))).toMatchObject({ imported: [], duplicates: 1 })
  })

  it('of what is here already is known, whether that was imported or not', () => {
    const store = open(folder())
    send(store, null, 'made here')
    expect(importFile(store, bytesOf(store.everything()))).toMatchObject({ imported: [], duplicates: 1 })
  })

  it('with the ids of something else comes in as a copy', () => {
    const store = open(folder())
    const conversation = richConversation()
    importFile(store, bytesOf([conversation]))
    const changed = { ...conversation, title: 'Another' }
    const report = importFile(store, bytesOf([changed]))
    expect(report.imported).toHaveLength(1)
    expect(report.imported[0]?.conversationId).not.toBe(conversation.id)
    expect(
      store
        .list(10, null)
        .items.map(({ title }) => title)
        .sort(),
    ).toEqual(['A talk', 'Another'])
    expect(said(store, report.imported[0]?.conversationId ?? '')).toEqual(said(store, conversation.id))
    expect(importFile(store, bytesOf([changed])).duplicates).toBe(1)
  })

  const messagesOf = ([, second]: Document['conversations']) =>
    (second?.messages ?? []) as { id: string; parentId: string | null }[]
  const broken: [string, (document: Document) => void][] = [
    ['a message that answers one after it', ({ conversations }) => void messagesOf(conversations).reverse()],
    [
      'a message that answers itself',
      ({ conversations }) => {
        const [first] = messagesOf(conversations)
        if (first) first.parentId = first.id
      },
    ],
    [
      'two messages of one id',
      ({ conversations }) => {
        const messages = messagesOf(conversations)
        messages.push(...messages.slice(0, 1))
      },
    ],
    [
      'a visible branch that leads nowhere',
      ({ conversations }) => void Object.assign(conversations[1] ?? {}, { leafId: 'gone' }),
    ],
    ['a field nobody knows', ({ conversations }) => void Object.assign(conversations[1] ?? {}, { extra: 1 })],
    [
      'a text that is a number',
      ({ conversations }) => void Object.assign(messagesOf(conversations)[0] ?? {}, { text: 1 }),
    ],
    ['a newer version', (document) => void Object.assign(document, { version: 2 })],
  ]
  it.each(broken)('with %s is refused as a whole', (_what, damage) => {
    const store = open(folder())
    const document = documentOf(bytesOf([richConversation(), richConversation()]))
    damage(document)
    expect(() => importFile(store, Buffer.from(JSON.stringify(document)))).toThrow('Nothing was imported')
    expect(store.list(10, null).total).toBe(0)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '[1]',
    '{"conv":1}',
    'PK\u0003\u0004',
    '{"format":"afm-desktop.transcript"}',
    '\u0000\u0001',
  ])('or what only pretends to be a file of some kind, as %j, is refused', (content) => {
    const store = open(folder())
    expect(() => importFile(store, Buffer.from(content))).toThrow('Nothing was imported')
  })
})

describe('pieces of a file', () => {
  it('are joined in order; a missing one is said', () => {
    const upload = new ImportUpload()
    const piece = (uploadId: string, index: number, text: string, last = false) => ({
      uploadId,
      index,
      last,
      base64: Buffer.from(text).toString('base64'),
    })
    expect(upload.take(piece('a', 0, 'one '))).toBeNull()
    expect(upload.take(piece('b', 0, 'other '))).toBeNull()
    expect(() => upload.take(piece('a', 1, 'two'))).toThrow('missing')
    expect(upload.take(piece('b', 1, 'two', true))?.toString()).toBe('other two')
    expect(() => upload.take(piece('b', 2, 'three'))).toThrow('missing')
  })
})
