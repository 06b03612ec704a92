import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import { openWhole, send, storeFolders } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

/** A conversation of so many questions with their answers; the ids of all messages in order. */
function long(questions: number) {
  const at = folder()
  const store = open(at)
  const first = send(store, null, 'question 0')
  const ids = [first.userId, first.replyId]
  for (let n = 1; n < questions; n += 1) {
    const sent = send(store, first.conversationId, `question ${n} 🦙`)
    ids.push(sent.userId, sent.replyId)
  }
  return { at, store, id: first.conversationId, ids }
}

describe('a long branch', () => {
  it('is opened at its end, with the length of every text', () => {
    const { store, id, ids } = long(60)
    const opened = store.open(id)
    expect(opened.messages.map((message) => message.id)).toEqual(ids.slice(-40))
    expect(opened.textBytes).toHaveLength(120)
    expect(opened.textBytes.slice(0, 3)).toEqual([
      'question 0'.length,
      'answer to question 0'.length,
      Buffer.byteLength('question 1 🦙'),
    ])
    expect(opened.part).toBeNull()
    expect(opened.leafId).toBe(ids.at(-1))
    expect(openWhole(store, id, 50).messages.map((message) => message.id)).toEqual(ids)
  })

  it('is read above any of its messages, never beyond it', () => {
    const { store, id, ids } = long(10)
    const read = (aboveId: string, from: number, count: number) =>
      store.readAbove(id, aboveId, { from, count }).messages.map((message) => message.id)
    expect(read(ids[8] ?? '', 2, 3)).toEqual(ids.slice(2, 5))
    expect(read(ids[8] ?? '', 6, 50)).toEqual(ids.slice(6, 8))
    expect(read(ids[8] ?? '', 8, 50)).toEqual([])
    expect(read(ids[8] ?? '', 9_000, 50)).toEqual([])
    expect(read(ids[0] ?? '', 0, 50)).toEqual([])
  })

  it('is opened with the surroundings of a message that was asked for', () => {
    const { store, id, ids } = long(60)
    const { part, messages } = store.open(id, ids[50])
    expect(part?.messages.map((message) => message.id)).toEqual(ids.slice(part?.from, (part?.from ?? 0) + 40))
    expect(part?.messages.some((message) => message.id === ids[50])).toBe(true)
    expect(messages).toHaveLength(40)
    expect(store.open(id, ids[110]).part).toBeNull()
    expect(store.open(id, 'nobody').part).toBeNull()
    // At the edges nothing comes twice.
    expect(store.open(id, ids[0]).part?.from).toBe(0)
    const nearEnd = store.open(id, ids[79]).part
    expect((nearEnd?.from ?? 0) + (nearEnd?.messages.length ?? 0)).toBe(80)
  })

  it('names the versions beside the messages of a part', () => {
    const { store, id, ids } = long(30)
    const edited = send(store, id, 'other', { parentId: ids[1] ?? null })
    store.switchBranch(id, ids[2] ?? '')
    expect(store.open(id).siblings).toEqual({})
    const { siblings } = store.readAbove(id, ids[20] ?? '', { from: 0, count: 10 })
    expect(siblings).toEqual({ [ids[2] ?? '']: [ids[2], edited.userId] })
  })

  it('is not read above a message that is gone, or another conversation’s', () => {
    const { store, id, ids } = long(3)
    const other = send(store, null, 'other')
    const gone = { code: 'not-found' }
    const read = (aboveId: string) => () => store.readAbove(id, aboveId, { from: 0, count: 5 })
    expect(read('nobody')).toThrow(expect.objectContaining(gone))
    expect(read(other.userId)).toThrow(expect.objectContaining(gone))
    store.deleteBranch(id, ids[3] ?? '')
    expect(read(ids[4] ?? '')).toThrow(expect.objectContaining(gone))
  })

  it('ends where a damaged file goes in circles', () => {
    const { at, store, id } = long(3)
    store.close()
    const database = new DatabaseSync(conversationsFile(at))
    database.exec('UPDATE messages SET parent = 5 WHERE seq = 3')
    database.close()
    const again = open(at)
    expect(again.open(id).messages).toHaveLength(4)
  })
})

it('a message of the visible branch is gone to without writing anything', () => {
  const { at, store, id, ids } = long(3)
  const database = new DatabaseSync(conversationsFile(at), { readOnly: true })
  const version = () => database.prepare('PRAGMA data_version').get()?.data_version
  const before = version()
  expect(store.switchBranch(id, ids[0] ?? '')).toBe(false)
  expect(version()).toBe(before)
  database.close()
})
