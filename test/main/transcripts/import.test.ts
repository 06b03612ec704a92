import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { WholeConversation } from '../../../main/conversations/conversation-store.ts'
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

/** A tree as llama.cpp's web UI writes it since autumn 2025. */
function llamaSession(id = 'conv-1') {
  const message = (id: string, parent: string | null, role: string, content: string, more: object = {}) => ({
    id,
    convId: 'conv-1',
    type: 'text',
    timestamp: 1_760_000_000_000,
    role,
    content,
    parent,
    children: [],
    ...more,
  })
  return {
    conv: { id, name: 'Llamas', lastModified: 1_760_000_009_000, currNode: 'm4', mcpServerOverrides: [] },
    messages: [
      { ...message('root', null, 'system', ''), type: 'root' },
      message('sys', 'root', 'system', 'Be kind.'),
      // Children before their parents: the file's order is the database's.
      message('m2', 'm1', 'assistant', 'They hum.', {
        reasoningContent: 'Recalling.',
        model: 'qwen',
        timings: { cache_n: 2, prompt_n: 8, prompt_ms: 100, predicted_n: 50, predicted_ms: 1000 },
      }),
      message('m1', 'sys', 'user', 'Do llamas hum?', {
        extra: [
          { type: 'TEXT', name: 'a.txt', content: 'attached' },
          { type: 'IMAGE', name: 'b.png', base64Url: 'data:' },
        ],
      }),
      message('m2b', 'm1', 'assistant', '<<<reasoning_content_start>>>Hm.<<<reasoning_content_end>>>Yes.', {
        toolCalls: '[{"id":"c1","type":"function","function":{"name":"look","arguments":"{\\"a\\":1}"}}]',
      }),
      message('m3', 'm2b', 'tool', 'found it', { toolCallId: 'c1' }),
      message('m4', 'm3', 'assistant', 'Found.', { thinking: null, toolCalls: '' }),
    ],
  }
}

describe('an export of llama.cpp’s web UI', () => {
  it('comes in with its branches, reasoning, calls, figures and texts', () => {
    const store = open(folder())
    const report = importFile(store, Buffer.from(JSON.stringify([llamaSession()])))
    expect(report).toMatchObject({ format: 'llama.cpp', imported: [{ title: 'Llamas' }], duplicates: 0 })
    expect(report.notes).toEqual([
      '1 system prompts were left out.',
      '1 results of tools were taken over as messages of yours.',
      '1 attachments that are not text were left out.',
    ])
    const id = report.imported[0]?.conversationId ?? ''
    expect(said(store, id)).toEqual([
      'Do llamas hum?\n\na.txt:\n\nattached',
      'Yes.',
      'Result of a tool:\n\nfound it',
      'Found.',
    ])
    const { messages, siblings, updatedAtMs } = store.open(id)
    expect(updatedAtMs).toBe(1_760_000_009_000)
    expect(messages[1]).toMatchObject({
      turn: {
        reasoning: 'Hm.',
        end: 'done',
        toolCalls: [{ id: 'c1', name: 'look', arguments: '{"a":1}', valid: true }],
      },
    })
    const [older = ''] = siblings[messages[1]?.id ?? ''] ?? []
    const [, other] = store.switchBranch(id, older).messages
    expect(other).toMatchObject({
      turn: {
        content: 'They hum.',
        reasoning: 'Recalling.',
        model: 'qwen',
        usage: { promptTokens: 10, completionTokens: 50, cachedTokens: 2 },
        timings: { promptMs: 100, predictedMs: 1000 },
      },
    })
    expect(importFile(store, Buffer.from(JSON.stringify(llamaSession())))).toMatchObject({
      imported: [],
      duplicates: 1,
    })
  })

  const lines = ({ conv, messages }: ReturnType<typeof llamaSession>) =>
    [
      { harness: 'llama.app', type: 'session', ...conv },
      ...messages.map((message) => ({ message, type: 'message' })),
    ]
      .map((line) => JSON.stringify(line))
      .join('\n')

  it('is read as lines, and as an archive of such files, too', () => {
    const one = open(folder())
    expect(importFile(one, Buffer.from(lines(llamaSession()))).imported).toHaveLength(1)
    const many = open(folder())
    const archive = zipOf([
      ['a.jsonl', lines(llamaSession('a'))],
      ['b.jsonl', lines(llamaSession('b'))],
      ['notes.txt', 'not ours'],
    ])
    expect(importFile(many, archive).imported).toHaveLength(2)
    expect(() => importFile(many, archive.subarray(0, archive.length - 30))).toThrow('archive is damaged')
    // The same talk, whatever it came in.
    expect(importFile(one, Buffer.from(JSON.stringify(llamaSession()))).duplicates).toBe(1)
  })

  it('of one branch, whose root was left out, and of the first versions, with numbers for ids', () => {
    const store = open(folder())
    const session = llamaSession()
    const part = { ...session, messages: session.messages.filter(({ id }) => ['m1', 'm2'].includes(id)) }
    const report = importFile(store, Buffer.from(JSON.stringify(part)))
    expect(said(store, report.imported[0]?.conversationId ?? '')).toHaveLength(2)
    const old = {
      conv: { id: 'conv-1700000000000', lastModified: 5, currNode: 1700000000002, name: 'Old' },
      messages: [
        {
          id: 1700000000000,
          convId: 'c',
          type: 'root',
          timestamp: 1,
          role: 'system',
          content: '',
          parent: -1,
          children: [1700000000001],
        },
        {
          id: 1700000000001,
          convId: 'c',
          type: 'text',
          timestamp: 2,
          role: 'user',
          content: 'hi',
          parent: 1700000000000,
          children: [],
        },
        {
          id: 1700000000002,
          convId: 'c',
          type: 'text',
          timestamp: 3,
          role: 'assistant',
          content: 'ho',
          parent: 1700000000001,
          children: [],
        },
      ],
    }
    const { imported } = importFile(store, Buffer.from(JSON.stringify(old)))
    expect(said(store, imported[0]?.conversationId ?? '')).toEqual(['hi', 'ho'])
  })

  it('with a circle or a double id is refused as a whole', () => {
    const store = open(folder())
    const circle = llamaSession()
    const [, , reply, question] = circle.messages
    if (!reply || !question) throw new Error('no messages')
    question.parent = reply.id
    expect(() => importFile(store, Buffer.from(JSON.stringify([llamaSession('ok'), circle])))).toThrow(
      'in a circle',
    )
    const double = llamaSession()
    double.messages.push({ ...reply })
    expect(() => importFile(store, Buffer.from(JSON.stringify(double)))).toThrow('same id')
    const odd = { conv: { id: 1 }, messages: [{ id: {} }] }
    expect(() => importFile(store, Buffer.from(JSON.stringify(odd)))).toThrow('messages.0.id')
    expect(store.list(10, null).total).toBe(0)
  })
})

describe('an archive', () => {
  it('that would unpack to more than is imported is refused while it unpacks', () => {
    const store = open(folder())
    const bomb = zipOf([['a.jsonl', Buffer.alloc(300 * 1024 * 1024)]])
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(() => importFile(store, bomb)).toThrow('too large')
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

/** A ZIP archive, as plain as they come. */
function zipOf(files: readonly (readonly [string, string | Buffer])[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(head, Buffer.from(name), packed)
    central.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
