import { afterEach, describe, expect, it } from 'vitest'
import { matchExpression } from '../../../main/conversations/search.ts'
import { send, storeFolders } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

const joined = (parts: readonly { text: string }[] = []) => parts.map(({ text }) => text).join('')

describe.each([
  ['full-text', true],
  ['simple', false],
] as const)('a %s search', (method, fullText) => {
  it('finds all words, each by its beginning, newest first, with the text around', () => {
    const store = open(folder(), { fullText })
    const older = send(store, null, 'the database engine SQLite', { answer: 'It is tested.' })
    const newer = send(store, older.conversationId, 'databases and SQLITE again')
    send(store, null, 'nothing of the kind', { answer: 'no' })
    const found = store.search('datab sqli', 10, 0)
    expect(found.method).toBe(method)
    const questions = found.messages.filter(({ role }) => role === 'user')
    expect(questions.map(({ messageId }) => messageId)).toEqual([newer.userId, older.userId])
    expect(questions[1]).toMatchObject({
      conversationId: older.conversationId,
      conversationTitle: 'the database engine SQLite',
    })
    expect(joined(questions[1]?.snippet)).toBe('the database engine SQLite')
    expect(questions[1]?.snippet.some(({ text, hit }) => hit && 'database'.startsWith(text))).toBe(true)
    expect(found.titles).toMatchObject([{ conversationId: older.conversationId }])
    expect(store.search('datab missing', 10, 0).messages).toEqual([])
  })

  it('is paged', () => {
    const store = open(folder(), { fullText })
    for (let n = 0; n < 5; n += 1) send(store, null, `number ${n} walrus`, { answer: 'x' })
    const first = store.search('walrus', 2, 0)
    const last = store.search('walrus', 2, 4)
    expect(first).toMatchObject({ more: true, messages: { length: 2 } })
    expect(last).toMatchObject({ more: false, messages: { length: 1 }, titles: [] })
  })

  it.each(['"', '%', 'a*', 'NEAR(a', 'a AND', 'text:x', '\\', "'", '-', '\u0000', '🦙', ''])(
    'takes %j for text and never for an operator',
    (query) => {
      const store = open(folder(), { fullText })
      send(store, null, 'some plain words', { answer: 'b' })
      expect(store.search(query, 10, 0).messages).toEqual([])
    },
  )
})

it('rebuilds the index after a runtime without one has written', () => {
  const at = folder()
  const first = open(at)
  send(first, null, 'before walrus', { answer: 'x' })
  first.close()
  const without = open(at, { fullText: false })
  const { conversationId } = send(without, null, 'meanwhile walrus', { answer: 'x' })
  without.rename(conversationId, 'walrus')
  without.close()
  const again = open(at)
  expect(again.search('walrus', 10, 0).messages).toHaveLength(2)
  expect(again.search('walrus', 10, 0).titles).toHaveLength(2)
})

it('finds a single Latin letter as a word only', () => {
  expect(matchExpression('a te "x" 東')).toBe('"a" "te"* """x"""* "東"*')
})
