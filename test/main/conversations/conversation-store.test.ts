import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import { answered, grown, newReply, said, send, storeFolders, userMessage } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

describe('what is stored', () => {
  it('is there after the store is opened again, to the last field', () => {
    const at = folder()
    const store = open(at)
    const question = userMessage('Hi \u0000 "there" 🦙', null)
    const reply = newReply(question.id)
    const { conversationId } = store.beginTurn({
      conversation: { newTitle: 'Hi' },
      userMessage: question,
      reply,
      draft: null,
    })
    const ended = grown(
      reply,
      { type: 'opened', atMs: 1, requestId: 'r1', address: '127.0.0.1:1' },
      { type: 'reasoning', atMs: 2, text: 'Let me think', deltas: 3 },
      { type: 'content', atMs: 3, text: 'Hello', deltas: 2 },
      { type: 'toolCall', atMs: 4, slot: 0, index: 0, id: 'c1', name: 'look', arguments: '{"a":1}' },
      { type: 'usage', atMs: 5, usage: { promptTokens: 7, completionTokens: 5.5 } },
      {
        type: 'profile',
        atMs: 6,
        profile: { gpuPowerAvgW: 10, decodeTokS: 50 },
        samples: [
          { t: 0, gpuPowerW: 10 },
          { t: 1, gpuPowerW: 20 },
        ],
      },
      { type: 'warning', atMs: 7, message: 'odd', excerpt: '{' },
      { type: 'done', atMs: 8, end: 'done' },
    )
    store.finishReply(ended)
    const before = store.open(conversationId)
    expect(before.messages).toEqual([question, ended])
    store.close()
    expect(open(at).open(conversationId)).toEqual(before)
    const row = new DatabaseSync(conversationsFile(at)).prepare('SELECT * FROM turns').get()
    expect(row).toMatchObject({ model: 'test-model', decode_tok_s: 50, gpu_energy_j: 15, prompt_tokens: 7 })
    // Half a token is no count: the column stays empty, the turn keeps what was said.
    expect(row?.completion_tokens).toBeNull()
  })

  it('is shown as interrupted where a reply was still streaming', () => {
    const at = folder()
    const first = open(at)
    const question = userMessage('tell me about penguins', null)
    const reply = newReply(question.id)
    const { conversationId } = first.beginTurn({
      conversation: { newTitle: 'Hi' },
      userMessage: question,
      reply,
      draft: null,
    })
    expect(first.list(10, null).items[0]?.streaming).toBe(true)
    first.saveReplyDraft(
      grown(
        reply,
        { type: 'content', atMs: 3, text: 'Penguins are', deltas: 2 },
        { type: 'toolCall', atMs: 4, slot: 0, index: 0, name: 'half', arguments: '{"a":' },
      ),
    )
    expect(first.search('penguins are', 10, 0).messages).toEqual([])
    first.close()
    const second = open(at)
    const last = second.open(conversationId).messages.at(-1)
    expect(last).toMatchObject({ turn: { content: 'Penguins are', end: 'interrupted', error: null } })
    expect(last).toMatchObject({ turn: { toolCalls: [{ name: 'half', valid: false }] } })
    expect(second.list(10, null).items[0]?.streaming).toBe(false)
    expect(second.search('penguins are', 10, 0).messages).toMatchObject([{ messageId: reply.id }])
  })

  it('forgets the draft that a message was', () => {
    const store = open(folder())
    store.saveDraft('', 'half a thou')
    const question = userMessage('half a thought', null)
    const { conversationId } = store.beginTurn({
      conversation: { newTitle: 'x' },
      userMessage: question,
      reply: newReply(question.id),
      draft: '',
    })
    store.saveDraft(conversationId, 'and then')
    expect(store.drafts()).toEqual({ [conversationId]: 'and then' })
    expect(store.open(conversationId).draft).toBe('and then')
    expect(() => store.saveDraft('gone', 'x')).toThrow('no longer there')
  })
})

it('the log is moved into the file a while after the last write', async () => {
  const at = folder()
  const store = open(at)
  send(store, null, 'x'.repeat(200_000))
  expect(statSync(conversationsFile(at)).size).toBeLessThan(200_000)
  await expect.poll(() => statSync(conversationsFile(at)).size, { timeout: 20_000 }).toBeGreaterThan(200_000)
})

describe('the list', () => {
  it('has pinned ones first, then the newest, page by page', () => {
    const store = open(folder())
    const ids = [1, 2, 3, 4, 5].map((n) => send(store, null, `talk ${n}`, { atMs: n * 1000 }).conversationId)
    store.pin(ids[1] ?? '', true)
    const first = store.list(2, null)
    const second = store.list(2, first.next)
    const third = store.list(2, second.next)
    const order = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title))
    expect(order).toEqual(['talk 2', 'talk 5', 'talk 4', 'talk 3', 'talk 1'])
    expect(third.next).toBeNull()
    expect(first.total).toBe(5)
    expect(store.rename(ids[0] ?? '', 'Renamed')).toMatchObject({ title: 'Renamed', pinned: false })
    expect(store.search('renamed', 10, 0).titles).toMatchObject([{ conversationId: ids[0] }])
    expect(store.search('talk 1', 10, 0).titles).toEqual([])
  })
})

describe('branches', () => {
  it('are versions beside each other, and are switched between', () => {
    const store = open(folder())
    const first = send(store, null, 'one')
    const id = first.conversationId
    send(store, id, 'two')
    const edited = send(store, id, 'one, better', { parentId: null })
    expect(said(store, id)).toEqual(['one, better', 'answer to one, better'])
    expect(store.open(id).siblings).toEqual({ [edited.userId]: [first.userId, edited.userId] })
    expect(store.switchBranch(id, first.userId)).toBe(true)
    expect(said(store, id)).toEqual(['one', 'answer to one', 'two', 'answer to two'])
    // A message that is shown already does not move the end of what is shown.
    const retried = newReply(first.userId)
    store.beginTurn({ conversation: { id }, userMessage: null, reply: retried, draft: null })
    store.finishReply(answered(retried, 'again'))
    expect(store.switchBranch(id, first.replyId)).toBe(true)
    store.switchBranch(id, first.userId)
    expect(said(store, id)).toEqual(['one', 'answer to one', 'two', 'answer to two'])
  })

  it('are deleted with all below them, and come back by undoing', () => {
    const store = open(folder())
    const { conversationId: id, userId, replyId } = send(store, null, 'one')
    const below = send(store, id, 'two apples')
    const whole = store.whole(id)
    const deletion = store.deleteBranch(id, replyId)
    expect(said(store, id)).toEqual(['one'])
    expect(store.search('apples', 10, 0).messages).toEqual([])
    expect(() => store.branchTo(id, below.userId)).toThrow('no longer there')
    expect(store.undoDeletion(deletion)).toBe(id)
    expect(store.whole(id)).toEqual(whole)
    expect(() => store.undoDeletion(deletion)).toThrow('no longer be undone')
    store.deleteBranch(id, userId)
    expect(store.open(id)).toMatchObject({ messages: [], leafId: null })
  })

  it('undone out of order never hang from what is not there', () => {
    const store = open(folder())
    const { conversationId: id, replyId } = send(store, null, 'one')
    const below = send(store, id, 'two')
    const whole = store.whole(id)
    const inner = store.deleteBranch(id, below.userId)
    const outer = store.deleteBranch(id, replyId)
    store.undoDeletion(inner)
    expect(said(store, id)).toEqual(['one'])
    store.undoDeletion(outer)
    expect(store.whole(id).messages).toEqual(whole.messages)
  })

  it('belong to one conversation', () => {
    const store = open(folder())
    const a = send(store, null, 'one')
    const b = send(store, null, 'two')
    expect(() => store.switchBranch(a.conversationId, b.userId)).toThrow('no longer there')
    expect(() => store.deleteBranch(a.conversationId, b.userId)).toThrow('no longer there')
  })
})

describe('what was deleted', () => {
  it('is gone for good at a start a day later, and not before', () => {
    const at = folder()
    const store = open(at)
    const kept = send(store, null, 'kept walrus')
    const inner = send(store, kept.conversationId, 'branch walrus')
    const gone = send(store, null, 'gone walrus')
    store.deleteBranch(gone.conversationId, gone.replyId, 1000)
    const deletion = store.deleteConversation(gone.conversationId, 1000)
    store.deleteBranch(kept.conversationId, inner.userId, 1000)
    store.close()
    open(at, { nowMs: () => 1000 }).close()
    const soon = open(at, { nowMs: () => 1000 + 3600_000 })
    soon.undoDeletion(deletion)
    expect(said(soon, gone.conversationId)).toEqual(['gone walrus'])
    soon.deleteConversation(gone.conversationId, 1000)
    soon.close()
    const late = open(at, { nowMs: () => 1000 + 25 * 3600_000 })
    expect(late.hasConversation(gone.conversationId)).toBe(false)
    expect(late.hasMessage(inner.userId)).toBe(false)
    expect(said(late, kept.conversationId)).toEqual(['kept walrus', 'answer to kept walrus'])
    expect(late.search('walrus', 10, 0).messages).toHaveLength(2)
    late.close()
    const database = new DatabaseSync(conversationsFile(at))
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    database.exec("INSERT INTO messages_text (messages_text, rank) VALUES ('integrity-check', 1)")
    database.exec("INSERT INTO titles_text (titles_text, rank) VALUES ('integrity-check', 1)")
    database.close()
  })
})
