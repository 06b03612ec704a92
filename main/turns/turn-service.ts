import { randomUUID } from 'node:crypto'
import type { ParsedInput, StartedTurn, TurnBatch, TurnSnapshot } from '../../shared/bridge.ts'
import { buildAssistantRequest } from '../../shared/chat/assistant-request.ts'
import {
  type Message,
  type ReplyMessage,
  type ReplyRequest,
  titleFrom,
  type UserMessage,
} from '../../shared/chat/conversation.ts'
import { buildChatRequest } from '../../shared/chat/request.ts'
import { NO_SAMPLING, type Settings } from '../../shared/chat/settings.ts'
import { UserError } from '../../shared/result.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import type { PowerSource, StopConfirmation } from '../../shared/stream/events.ts'
import { newTurn } from '../../shared/stream/turn.ts'
import { Generation } from '../afm/generation.ts'
import { CHAT_PROTOCOL } from '../afm/protocol.ts'
import { ASSISTANT_PROTOCOL } from '../assistant/protocol.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { TimedReading } from '../power/power-service.ts'
import type { TurnTarget } from '../servers/server-service.ts'
import { TurnOutbox } from './outbox.ts'
import { isMeasuredHere, powerEvent } from './turn-power.ts'

/** What the turns need of the rest of the app. */
export interface TurnContext {
  readonly store: ConversationStore
  settings(): Settings
  /** The server a new turn goes to. */
  target(): Promise<TurnTarget>
  sendBatches(batches: readonly TurnBatch[]): void
  sendStarted(started: StartedTurn): void
  /** What the list shows of a conversation has changed. */
  conversationChanged(id: string): void
  /** Whether any turn runs on this Mac, told when that changes. */
  runsHere(runs: boolean): void
  /** Takes what went wrong where no command waits for an answer. */
  report(error: unknown): void
}

interface RunningTurn {
  readonly conversationId: string
  reply: ReplyMessage
  /** The reply as it was last written. */
  saved: ReplyMessage
  /** Whether the last write failed. */
  draftFailed: boolean
  readonly generation: Generation
  finished: Promise<void>
}

/** How often a streaming reply is written to the disk, ms: what a crash may cost, and no more. */
const DRAFT_MS = 250

/** Where a new reply goes, and what it answers. */
interface NewReply {
  readonly conversation: { readonly id: string } | { readonly newTitle: string }
  /** The messages before it, the question last. */
  readonly branch: readonly Message[]
  /** The question, where it is new. */
  readonly userMessage: UserMessage | null
  readonly draft: string | null
}

/**
 * Runs the turns: sends requests, folds what comes back, tells the windows and the store. A turn belongs
 * to main: closing a window does not stop it.
 */
export class TurnService {
  readonly #context: TurnContext
  readonly #running = new Map<string, RunningTurn>()
  /** Conversations with a reply under way, from before its request is built. */
  readonly #busy = new Set<string>()
  readonly #outbox: TurnOutbox

  constructor(context: TurnContext) {
    this.#context = context
    this.#outbox = new TurnOutbox((batches) => context.sendBatches(batches))
  }

  /** Stores the user's message at the end of the visible branch, then asks for a reply. */
  async start({ conversationId, text }: ParsedInput<'turns.start'>): Promise<StartedTurn> {
    const target = await this.#context.target()
    if (conversationId === null) {
      const conversation = { newTitle: titleFrom(text) }
      return this.#run({ conversation, ...newQuestion([], text), draft: '' }, target)
    }
    return this.#whileIdle(conversationId, () => {
      const before = this.#context.store.branchTo(conversationId, null)
      const conversation = { id: conversationId }
      return this.#run({ conversation, ...newQuestion(before, text), draft: conversationId }, target)
    })
  }

  /** Stores another version of a message beside it, then asks for a reply. */
  async edit({ conversationId, messageId, text }: ParsedInput<'turns.edit'>): Promise<StartedTurn> {
    const target = await this.#context.target()
    return this.#whileIdle(conversationId, () => {
      const before = this.#context.store.branchTo(conversationId, messageId)
      if (before.at(-1)?.role !== 'user')
        throw new UserError('invalid-input', 'Only a message of yours can be edited.')
      const question = newQuestion(before.slice(0, -1), text)
      return this.#run({ conversation: { id: conversationId }, ...question, draft: null }, target)
    })
  }

  /** Asks again for the reply: the new one is a sibling of the old one, which stays. */
  async retry({ conversationId, replyId }: ParsedInput<'turns.retry'>): Promise<StartedTurn> {
    const target = await this.#context.target()
    return this.#whileIdle(conversationId, () => {
      const upTo = this.#context.store.branchTo(conversationId, replyId)
      const branch = upTo.at(-1)?.role === 'user' ? upTo : upTo.slice(0, -1)
      const conversation = { id: conversationId }
      return this.#run({ conversation, branch, userMessage: null, draft: null }, target)
    })
  }

  /** Whether a reply is under way in a conversation. */
  isBusy(conversationId: string): boolean {
    return this.#busy.has(conversationId)
  }

  /** Stops what streams in a conversation, and waits until it is stored. */
  async stopIn(conversationId: string): Promise<void> {
    const running = [...this.#running.entries()].filter(([, turn]) => turn.conversationId === conversationId)
    await Promise.all(running.map(([turnId]) => this.stop({ turnId })))
  }

  /** Stops a turn and waits for its end; without such a turn there is nothing to stop. */
  async stop({ turnId }: ParsedInput<'turns.stop'>): Promise<{ stopped: StopConfirmation | null }> {
    const running = this.#running.get(turnId)
    if (!running) return { stopped: null }
    await running.generation.stop()
    await running.finished
    return { stopped: running.reply.turn.stopped }
  }

  /** The turn as it stands. What was waiting to be sent is sent first, so that `seq` covers the snapshot. */
  async attach({ turnId }: ParsedInput<'turns.attach'>): Promise<TurnSnapshot> {
    this.#outbox.flush()
    const running = this.#running.get(turnId)
    if (!running) throw new UserError('not-found', 'This turn has ended.')
    return { turnId, seq: this.#outbox.seqOf(turnId), turn: running.reply.turn }
  }

  /** Adds what was measured of this Mac to the turns that run on it. */
  addPower(source: PowerSource, readings: readonly TimedReading[]): void {
    for (const [id, running] of this.#running) {
      const sentAtMs = running.generation.sentAtMs
      if (sentAtMs === null || !isMeasuredHere(running.reply.request)) continue
      const events = [powerEvent(source, readings, sentAtMs)]
      running.reply = { ...running.reply, turn: accumulate(running.reply.turn, events) }
      this.#outbox.push(id, events)
    }
  }

  #tellWhereTurnsRun(): void {
    this.#context.runsHere([...this.#running.values()].some(({ reply }) => isMeasuredHere(reply.request)))
  }

  /** Stops every turn and waits until each is stored. */
  async close(): Promise<void> {
    const running = [...this.#running.values()]
    await Promise.all(running.map((turn) => turn.generation.stop()))
    await Promise.all(running.map((turn) => turn.finished))
    this.#outbox.close()
  }

  /** One reply at a time in a conversation: two windows may press Send in the same moment. */
  async #whileIdle(conversationId: string, begin: () => Promise<StartedTurn>): Promise<StartedTurn> {
    if (this.#busy.has(conversationId))
      throw new UserError('busy', 'A reply is still coming. Stop it, or wait for its end.')
    this.#busy.add(conversationId)
    try {
      return await begin()
    } catch (error) {
      this.#busy.delete(conversationId)
      throw error
    }
  }

  async #run(
    { conversation, branch, userMessage, draft }: NewReply,
    target: TurnTarget,
  ): Promise<StartedTurn> {
    const question = branch.at(-1)
    if (!question) throw new UserError('not-found', 'The message this reply answers is no longer there.')
    const request = this.#requestFor(target)
    const requestId = `afm-desktop-${randomUUID()}`
    const reply: ReplyMessage = {
      role: 'assistant',
      id: randomUUID(),
      parentId: question.id,
      createdAtMs: Date.now(),
      request,
      turn: newTurn(requestId),
    }
    // On disk before the request leaves: whatever happens then, what was typed is there.
    const { conversationId, siblings } = this.#context.store.beginTurn({
      conversation,
      userMessage,
      reply,
      draft,
    })
    this.#busy.add(conversationId)
    const { systemPrompt } = this.#context.settings()
    const assistant = target.kind === 'assistant'
    const generation = new Generation({
      baseUrl: target.baseUrl,
      key: target.key,
      requestId,
      body: JSON.stringify(
        assistant
          ? buildAssistantRequest({ branch, systemPrompt })
          : buildChatRequest({ ...request, branch, systemPrompt }),
      ),
      profile: PROFILE_HEADER[request.profile],
      protocol: assistant ? ASSISTANT_PROTOCOL : CHAT_PROTOCOL,
    })
    const running: RunningTurn = {
      conversationId,
      reply,
      saved: reply,
      draftFailed: false,
      generation,
      finished: Promise.resolve(),
    }
    this.#running.set(reply.id, running)
    this.#tellWhereTurnsRun()
    const started: StartedTurn = { conversationId, userMessage, reply, siblings }
    this.#context.sendStarted(started)
    this.#context.conversationChanged(conversationId)
    // The turn outlives the command that began it; its failures are part of the turn.
    running.finished = this.#read(running).catch((error: unknown) => this.#context.report(error))
    return started
  }

  async #read(running: RunningTurn): Promise<void> {
    const id = running.reply.id
    const drafts = setInterval(() => this.#saveDraft(running), DRAFT_MS)
    try {
      for await (const events of running.generation.events()) {
        running.reply = { ...running.reply, turn: accumulate(running.reply.turn, events) }
        // The store first: a window that hears of the end must find it there.
        const ended = running.reply.turn.end !== null
        if (ended) {
          clearInterval(drafts)
          this.#end(running)
        }
        this.#outbox.push(id, events)
        if (ended) this.#context.conversationChanged(running.conversationId)
      }
    } finally {
      clearInterval(drafts)
      this.#outbox.forget(id)
    }
  }

  #saveDraft(running: RunningTurn): void {
    if (running.reply === running.saved) return
    running.saved = running.reply
    try {
      this.#context.store.saveReplyDraft(running.reply)
      running.draftFailed = false
    } catch (error) {
      // Said once and not four times a second; the whole reply is written at its end.
      if (!running.draftFailed) this.#context.report(error)
      running.draftFailed = true
    }
  }

  #end(running: RunningTurn): void {
    this.#running.delete(running.reply.id)
    this.#tellWhereTurnsRun()
    this.#busy.delete(running.conversationId)
    try {
      this.#context.store.finishReply(running.reply)
    } catch (error) {
      this.#context.report(error)
    }
  }

  #requestFor(target: TurnTarget): ReplyRequest {
    const { sampling, thinking, profile, systemPrompt } = this.#context.settings()
    const { serverName, baseUrl, model, demo } = target
    const prompt = systemPrompt.trim() === '' ? {} : { systemPrompt }
    // The Assistant API takes messages only: what was not sent must not stand beside the reply.
    if (target.kind === 'assistant') {
      const unsent = { sampling: NO_SAMPLING, thinking: 'default', profile: 'off' } as const
      return { serverName, baseUrl, model: '', demo, ...unsent, ...prompt }
    }
    const sampled = [...this.#running.values()].some(
      ({ reply }) =>
        reply.request.baseUrl === baseUrl &&
        reply.request.profile !== 'off' &&
        reply.request.profile !== 'busy',
    )
    return {
      serverName,
      baseUrl,
      model,
      demo,
      sampling,
      thinking,
      profile: profile !== 'off' && sampled ? 'busy' : profile,
      ...prompt,
    }
  }
}

/** A message of the user's after the given ones, and the branch that ends with it. */
function newQuestion(before: readonly Message[], text: string) {
  const userMessage: UserMessage = {
    role: 'user',
    id: randomUUID(),
    parentId: before.at(-1)?.id ?? null,
    createdAtMs: Date.now(),
    text,
  }
  return { userMessage, branch: [...before, userMessage] }
}

/** `X-AFM-Profile` for each level. */
const PROFILE_HEADER = { off: null, busy: null, summary: 'true', extended: 'extended' } as const
