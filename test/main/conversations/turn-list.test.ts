import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConversationStore } from '../../../main/conversations/conversation-store.ts'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import { NEWEST_KEYS } from '../../../main/conversations/turn-list.ts'
import { figuresOf } from '../../../shared/metrics/figures.ts'
import { COMPARED, type TurnSummary } from '../../../shared/metrics/turn-summary.ts'
import { constantSamples, turnWith } from '../../shared/metrics/turns.ts'
import { answered, newReply, send, storeFolders, userMessage } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

/** Every page, one after the other. */
function all(store: ConversationStore, conversationId: string | null, limit: number): TurnSummary[] {
  const items: TurnSummary[] = []
  let after: string | null = null
  do {
    const page = store.turns(conversationId, after, limit)
    expect(page.items.length).toBeLessThanOrEqual(limit)
    items.push(...page.items)
    after = page.next
  } while (after !== null)
  return items
}
const ids = (items: readonly TurnSummary[]) => items.map(({ replyId }) => replyId)

/** Begins a reply and leaves it streaming. */
function begin(store: ConversationStore, conversationId: string) {
  const { leafId } = store.open(conversationId)
  const question = userMessage('and?', leafId)
  const reply = newReply(question.id)
  store.beginTurn({ conversation: { id: conversationId }, userMessage: question, reply, draft: null })
  return reply
}

describe('the list of turns', () => {
  it('holds every version, newest first, of one conversation or of all', () => {
    const store = open(folder())
    const first = send(store, null, 'one')
    const other = send(store, null, 'two')
    const version = send(store, first.conversationId, 'one, edited', { parentId: null })
    const newestFirst = [version.replyId, other.replyId, first.replyId]
    for (const limit of [1, 2, 50]) expect(ids(all(store, null, limit))).toEqual(newestFirst)
    expect(ids(all(store, first.conversationId, 50))).toEqual([version.replyId, first.replyId])
    expect(store.turns(null, null, 1)).toMatchObject({ next: version.replyId, total: 3, unreadable: 0 })
    expect(store.turns(other.conversationId, null, 1)).toMatchObject({ next: null, total: 1 })
    expect(store.turns(null, null, 50).items[1]).toMatchObject({
      conversationId: other.conversationId,
      conversationTitle: 'two',
      model: 'test-model',
      serverName: 'AFM on this Mac',
      demo: false,
      end: 'done',
      stopped: false,
    })
  })

  it('leaves out what streams, and what is deleted until it is brought back', () => {
    const store = open(folder())
    const kept = send(store, null, 'kept')
    const gone = send(store, null, 'gone')
    const version = send(store, kept.conversationId, 'kept, edited', { parentId: null })
    begin(store, gone.conversationId)
    begin(store, kept.conversationId)
    expect(store.turns(null, null, 50).total).toBe(3)
    const branch = store.deleteBranch(kept.conversationId, version.userId)
    const whole = store.deleteConversation(gone.conversationId)
    expect(store.turns(null, null, 50)).toMatchObject({ total: 1, next: null })
    expect(ids(all(store, null, 50))).toEqual([kept.replyId])
    expect(store.turns(kept.conversationId, null, 50).total).toBe(1)
    expect(() => store.turns(gone.conversationId, null, 50)).toThrow(/no longer there/)
    expect(() => store.reply(gone.replyId)).toThrow(/no longer there/)
    expect(() => store.reply(version.replyId)).toThrow(/no longer there/)
    store.undoDeletion(whole)
    store.undoDeletion(branch)
    expect(ids(all(store, null, 50))).toEqual([version.replyId, gone.replyId, kept.replyId])
    expect(store.turns(null, null, 50).total).toBe(3)
  })

  it('pages on without a gap or a double while turns end and the last one is deleted', () => {
    const store = open(folder())
    const sent = Array.from({ length: 7 }, (_, n) => send(store, null, `talk ${n}`))
    const before = sent.map(({ replyId }) => replyId).reverse()
    const first = store.turns(null, null, 3)
    send(store, null, 'a newer one')
    store.deleteConversation(sent[4]?.conversationId ?? '')
    const second = store.turns(null, first.next, 3)
    const third = store.turns(null, second.next, 3)
    expect([first, second, third].flatMap(({ items }) => ids(items))).toEqual(before)
    expect(third.next).toBeNull()
    expect(() => store.turns(null, 'never there', 3)).toThrow(/no longer there/)
  })

  it('computes its figures from the stored turn, as they are shown under the reply', () => {
    const at = folder()
    const store = open(at)
    const { conversationId, userId } = send(store, null, 'measured')
    const reply = newReply(userId)
    store.beginTurn({ conversation: { id: conversationId }, userMessage: null, reply, draft: null })
    const turn = turnWith({
      tokens: 31,
      usage: { promptTokens: 100, completionTokens: 31, totalTokens: 131 },
      timings: { promptMs: 400 },
      samples: constantSamples(20, 3.4),
      profile: { chip: 'Apple M3 Ultra' },
    })
    store.finishReply({ ...reply, turn })
    store.close()
    const again = open(at)
    const [summary] = again.turns(null, null, 1).items
    const shown = again.open(conversationId).messages.at(-1)
    const figures = shown?.role === 'assistant' ? figuresOf(shown.turn) : null
    for (const key of COMPARED) expect(summary?.[key]).toEqual(figures?.[key])
    // 20 W from the start of the generation, 0.4 s before the first token, to the last one 3 s after it.
    expect(summary?.gpuEnergy?.value).toBeCloseTo(20 * 3.4, 9)
    expect(summary?.energyPerToken?.value).toBeCloseTo((20 * 3.4) / 31, 9)
    expect(summary?.contextTokens?.value).toBe(131)
    expect(summary?.chip).toBe('Apple M3 Ultra')
    expect(again.reply(reply.id).turn).toEqual(turn)
  })

  it('counts a turn that cannot be read, and shows the others', () => {
    const at = folder()
    const store = open(at)
    const sent = Array.from({ length: 4 }, (_, n) => send(store, null, `talk ${n}`))
    store.close()
    const file = new DatabaseSync(conversationsFile(at))
    const damage = (nth: number, column: 'turn' | 'request', text: string) =>
      file
        .prepare(`UPDATE turns SET ${column} = ? WHERE message = (SELECT seq FROM messages WHERE id = ?)`)
        .run(text, sent[nth]?.replyId ?? '')
    damage(1, 'turn', '{"end": "do')
    damage(2, 'request', 'null')
    file.close()
    const again = open(at)
    const page = again.turns(null, null, 50)
    expect(page).toMatchObject({ total: 4, unreadable: 2, next: null })
    expect(ids(page.items)).toEqual([sent[3]?.replyId, sent[0]?.replyId])
    expect(() => again.reply(sent[1]?.replyId ?? '')).toThrow(/damaged/)
  })

  it('ends a page early where turns are heavy, and goes on from there', () => {
    const store = open(folder())
    const { conversationId, userId } = send(store, null, 'long ones')
    const samples = constantSamples(20, 9000)
    for (let n = 0; n < 6; n += 1) {
      const reply = newReply(userId)
      store.beginTurn({ conversation: { id: conversationId }, userMessage: null, reply, draft: null })
      store.finishReply({ ...answered(reply, 'x'), turn: turnWith({ samples }) })
    }
    const page = store.turns(null, null, 50)
    expect(page.items.length).toBeLessThan(6)
    expect(page.next).not.toBeNull()
    expect(new Set(ids(all(store, null, 50))).size).toBe(7)
  })

  it('walks back from the newest reply by key, and sorts nothing', () => {
    let plan = ''
    open(folder(), {
      opened: (database) => {
        const steps = database.prepare(`EXPLAIN QUERY PLAN ${NEWEST_KEYS}`).all(9, 9)
        plan = steps.map(({ detail }) => String(detail)).join('\n')
      },
    })
    expect(plan).toMatch(/^SEARCH m USING INTEGER PRIMARY KEY \(rowid<\?\)/)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
