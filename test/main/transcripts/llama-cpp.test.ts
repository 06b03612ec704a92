import { afterEach, describe, expect, it } from 'vitest'
import { importFile } from '../../../main/transcripts/import.ts'
import { said, storeFolders } from '../conversations/store-fixtures.ts'
import { zipOf } from './zip-fixture.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

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
    store.switchBranch(id, older)
    const [, other] = store.open(id).messages
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
