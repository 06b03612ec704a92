import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { Message } from '../../../shared/chat/conversation.ts'
import { answered, newReply, openWhole, send, storeFolders } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

/** What a user can do; numbers choose among the messages that are shown or hidden at that moment. */
const which = fc.nat({ max: 1000 })
const acts = <T extends string>(...names: readonly T[]) =>
  fc.record({ do: fc.constantFrom(...names), at: which })
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
  { weight: 6, arbitrary: acts('edit', 'retry', 'switch') },
  { weight: 4, arbitrary: acts('delete', 'undo') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
)

interface Node {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly parent: Node | null
  readonly children: Node[]
  hidden: boolean
}

/** The tree as it should be, kept the simplest way there is. */
class Model {
  readonly roots: Node[] = []
  readonly nodes: Node[] = []
  leaf: Node | null = null
  readonly deletions: {
    readonly id: string
    nodes: Node[]
    readonly before: Node | null
    readonly after: Node | null
  }[] = []

  add(id: string, role: Node['role'], text: string, parent: Node | null): Node {
    const node: Node = { id, role, text, parent, children: [], hidden: false }
    this.siblings(node).push(node)
    this.nodes.push(node)
    this.leaf = node
    return node
  }

  siblings(node: Node): Node[] {
    return node.parent ? node.parent.children : this.roots
  }

  path(): Node[] {
    const path: Node[] = []
    for (let at = this.leaf; at; at = at.parent) path.unshift(at)
    return path
  }

  down(node: Node): Node {
    const youngest = node.children.findLast(({ hidden }) => !hidden)
    return youngest ? this.down(youngest) : node
  }

  below(node: Node): Node[] {
    return [node, ...node.children.filter(({ hidden }) => !hidden).flatMap((child) => this.below(child))]
  }

  delete(id: string, node: Node): void {
    const before = this.leaf
    const shown = this.siblings(node).filter(({ hidden }) => !hidden)
    const nodes = this.below(node)
    if (this.path().includes(node)) {
      const at = shown.indexOf(node)
      const neighbour = shown[at - 1] ?? shown[at + 1]
      for (const each of nodes) each.hidden = true
      this.leaf = neighbour ? this.down(neighbour) : node.parent
    } else for (const each of nodes) each.hidden = true
    this.deletions.push({ id, nodes, before, after: this.leaf })
  }

  undo(at: number): void {
    const [deletion] = this.deletions.splice(at, 1)
    if (!deletion) return
    const above = deletion.nodes[0]?.parent
    if (above?.hidden) {
      // The branch hangs from another deletion now, and comes back with it.
      this.deletions.find(({ nodes }) => nodes.includes(above))?.nodes.push(...deletion.nodes)
      return
    }
    for (const node of deletion.nodes) node.hidden = false
    if (this.leaf === deletion.after) this.leaf = deletion.before
  }
}

const textOf = (message: Message) => (message.role === 'user' ? message.text : message.turn.content)
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

it('any sequence of send, edit, retry, switch, delete, undo keeps the tree whole', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 60, size: 'max' }), (actions) => {
      const at = folder()
      // Few messages are read at once, so that branches of a few messages are long ones.
      const options = { endMessages: 2 }
      let store = open(at, options)
      const model = new Model()
      const first = send(store, null, 'root')
      const id = first.conversationId
      model.add(first.replyId, 'assistant', 'answer to root', model.add(first.userId, 'user', 'root', null))
      let n = 0
      for (const step of actions) {
        n += 1
        const shown = model.nodes.filter(({ hidden }) => !hidden)
        const target = 'at' in step ? pick(shown, step.at) : undefined
        if (step.do === 'send') {
          const parent = model.leaf
          const sent = send(store, id, `text ${n}`)
          model.add(
            sent.replyId,
            'assistant',
            `answer to text ${n}`,
            model.add(sent.userId, 'user', `text ${n}`, parent),
          )
        } else if (step.do === 'edit' && target?.role === 'user') {
          const sent = send(store, id, `text ${n}`, { parentId: target.parent?.id ?? null })
          const question = model.add(sent.userId, 'user', `text ${n}`, target.parent)
          model.add(sent.replyId, 'assistant', `answer to text ${n}`, question)
        } else if (step.do === 'retry' && target?.role === 'assistant' && target.parent) {
          const reply = newReply(target.parent.id)
          store.beginTurn({ conversation: { id }, userMessage: null, reply, draft: null })
          store.finishReply(answered(reply, `again ${n}`))
          model.add(reply.id, 'assistant', `again ${n}`, target.parent)
        } else if (step.do === 'switch' && target) {
          store.switchBranch(id, target.id)
          if (!model.path().includes(target)) model.leaf = model.down(target)
        } else if (step.do === 'delete' && target) {
          model.delete(store.deleteBranch(id, target.id), target)
        } else if (step.do === 'undo' && model.deletions.length > 0) {
          const which = step.at % model.deletions.length
          store.undoDeletion(model.deletions[which]?.id ?? '')
          model.undo(which)
        } else if (step.do === 'reopen') {
          store.close()
          store = open(at, options)
        }

        const path = model.path()
        const opened = store.open(id)
        const whole = openWhole(store, id)
        expect(whole.messages.map(textOf)).toEqual(path.map(({ text }) => text))
        expect(opened.textBytes).toEqual(path.map(({ text }) => Buffer.byteLength(text)))
        expect(opened.leafId).toBe(model.leaf?.id ?? null)
        for (const node of path) {
          const versions = model.siblings(node).filter(({ hidden }) => !hidden)
          expect(whole.siblings[node.id]).toEqual(
            versions.length > 1 ? versions.map((version) => version.id) : undefined,
          )
        }
      }
      // Every branch, not only the visible one, is what was said on the way to it.
      for (const node of model.nodes.filter(({ hidden }) => !hidden)) {
        const history: string[] = []
        for (let up: Node | null = node; up; up = up.parent) history.unshift(up.text)
        expect(store.branchTo(id, node.id).map(textOf)).toEqual(history)
      }
      store.close()
    }),
    { numRuns: 60 },
  )
})
