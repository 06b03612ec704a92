import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Branch,
  type BranchItem,
  keepRead,
  openedBranch,
  withNew,
  withPart,
} from '../../../renderer/state/branch.ts'
import type { Message } from '../../../shared/chat/conversation.ts'
import { conversation, reply, user } from '../samples.ts'

/** A branch of so many messages, from the root. */
function line(prefix: string, length: number): Message[] {
  const messages: Message[] = []
  for (let at = 0; at < length; at += 1) {
    const id = `${prefix}${at}`
    const parentId = messages.at(-1)?.id ?? null
    messages.push(parentId === null || at % 2 === 0 ? user(id, id, parentId) : reply(id, parentId))
  }
  return messages
}

/** What main answers of a branch: its end, and a part from further up. */
function answerOf(messages: readonly Message[], end: number, part?: readonly [from: number, to: number]) {
  return {
    ...conversation('c', messages),
    messages: messages.slice(Math.max(0, messages.length - end)),
    part: part ? { from: part[0], messages: messages.slice(...part), siblings: {} } : null,
  }
}

const ids = (items: readonly BranchItem[]) => items.map(({ id }) => id)

describe('a branch', () => {
  it('has a place for every message, and those that were read in theirs', () => {
    const { items } = openedBranch(answerOf(line('m', 6), 2, [1, 3]))
    expect(ids(items)).toEqual(['unread:0', 'm1', 'm2', 'unread:3', 'm4', 'm5'])
    expect(items[0]).toEqual({ role: 'unread', id: 'unread:0', textBytes: 2 })
  })

  it('shows what was read of it, with the versions as they are now', () => {
    const opened = openedBranch({ ...answerOf(line('m', 4), 1), siblings: { m3: ['m3', 'x'] } })
    const read = withPart(opened, { from: 1, messages: line('m', 3).slice(1), siblings: { m1: ['m1', 'y'] } })
    expect(ids(read.items)).toEqual(['unread:0', 'm1', 'm2', 'm3'])
    expect(read.siblings).toEqual({ m3: ['m3', 'x'], m1: ['m1', 'y'] })
    const again = withPart(read, { from: 1, messages: line('m', 3).slice(1), siblings: {} })
    expect(again.siblings).toEqual({ m3: ['m3', 'x'] })
  })

  it('that is read again keeps what is above a message that stayed, and nothing of another branch', () => {
    const before = openedBranch(answerOf(line('m', 5), 5))
    expect(ids(keepRead(openedBranch(answerOf(line('m', 5), 1)), before).items)).toEqual(ids(before.items))
    // A new leaf under a message that was read.
    const grown = [...line('m', 5), user('new', 'new', 'm4')]
    expect(ids(keepRead(openedBranch(answerOf(grown, 1)), before).items)).toEqual([
      ...ids(before.items),
      'new',
    ])
    const other = openedBranch(answerOf(line('other', 5), 1))
    expect(keepRead(other, before)).toBe(other)
  })

  it('grows at any message that was read, and drops what stood below', () => {
    const branch = openedBranch(answerOf(line('m', 5), 3))
    const edited = user('e', 'edited', 'm2')
    expect(ids(withNew(branch, [edited], {})?.items ?? [])).toEqual(['unread:0', 'unread:1', 'm2', 'e'])
    expect(ids(withNew(branch, [user('r', 'root')], {})?.items ?? [])).toEqual(['r'])
    expect(withNew(branch, [user('e', 'edited', 'm1')], {})).toBeNull()
  })

  it('law: whatever is read, in any order and again, every place holds its own message or none', () => {
    const part = fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 8 }))
    const act = fc.oneof(
      fc.record({ read: part }),
      fc.record({ reopen: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ edit: fc.nat(19) }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        let truth = line('m', 20)
        let branch: Branch = openedBranch(answerOf(truth, 3))
        for (const [step, action] of acts.entries()) {
          if ('read' in action) {
            const [from, count] = action.read
            const messages = truth.slice(from, from + count)
            branch = withPart(branch, { from, messages, siblings: {} })
          } else if ('reopen' in action) {
            branch = keepRead(openedBranch(answerOf(truth, action.reopen)), branch)
          } else {
            const old = truth[action.edit]
            if (old === undefined) continue
            const edited = user(`edit${step}`, 'edited', old.parentId)
            const grown = withNew(branch, [edited], {})
            truth = [...truth.slice(0, action.edit), edited]
            // Its parent was not read: main is asked.
            branch = grown ?? openedBranch(answerOf(truth, 3))
          }
          expect(branch.items).toHaveLength(truth.length)
          for (const [at, item] of branch.items.entries()) {
            if (item.role === 'unread') expect(item.id).toBe(`unread:${at}`)
            else expect(item).toBe(truth[at])
          }
        }
      }),
    )
  })
})
