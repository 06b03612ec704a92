import { randomUUID } from 'node:crypto'
import type { ParsedInput, StartedTurn, TurnBatch, TurnSnapshot } from '../../shared/bridge.ts'
import { buildAssistantRequest } from '../../shared/chat/assistant-request.ts'
import {
  branchOf,
  type Conversation,
  type ReplyMessage,
  type ReplyRequest,
  titleFrom,
  type UserMessage,
} from '../../shared/chat/conversation.ts'
import { buildChatRequest } from '../../shared/chat/request.ts'
import { NO_SAMPLING, type Settings } from '../../shared/chat/settings.ts'
import { UserError } from '../../shared/result.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import type { StopConfirmation } from '../../shared/stream/events.ts'
import { newTurn } from '../../shared/stream/turn.ts'
import { Generation } from '../afm/generation.ts'
import { CHAT_PROTOCOL } from '../afm/protocol.ts'
import { ASSISTANT_PROTOCOL } from '../assistant/protocol.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { TurnTarget } from '../servers/server-service.ts'
import { TurnOutbox } from './outbox.ts'

/** What the turns need of the rest of the app. */
export interface TurnContext {
  readonly store: ConversationStore
  settings(): Settings
  /** The server a new turn goes to. */
  target(): Promise<TurnTarget>
  sendBatches(batches: readonly TurnBatch[]): void
  sendStarted(started: StartedTurn): void
  conversationsChanged(): Promise<void>
  /** Takes what went wrong where no command waits for an answer. */
  report(error: unknown): void
}

interface RunningTurn {
  readonly conversationId: string
  reply: ReplyMessage
  readonly generation: Generation
  finished: Promise<void>
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

  /** Stores the user's message, then asks for a reply. */
  async start({ conversationId, text }: ParsedInput<'turns.start'>): Promise<StartedTurn> {
    const target = await this.#context.target()
    const conversation = await this.#conversationFor(conversationId, text)
    return this.#whileIdle(conversation.id, () => this.#send(conversation, text, target))
  }

  async #send(conversation: Conversation, text: string, target: TurnTarget): Promise<StartedTurn> {
    const message: UserMessage = {
      role: 'user',
      id: randomUUID(),
      parentId: conversation.leafId,
      createdAtMs: Date.now(),
      text,
    }
    await this.#context.store.append(conversation.id, message)
    const branch = [...branchOf(conversation.messages, conversation.leafId), message]
    return this.#run(conversation.id, branch, message, target)
  }

  /** Asks again for the reply: the new one is a sibling of the old one, which stays. */
  async retry({ conversationId, replyId }: ParsedInput<'turns.retry'>): Promise<StartedTurn> {
    const target = await this.#context.target()
    const conversation = await this.#require(conversationId)
    const reply = conversation.messages.find((message) => message.id === replyId)
    if (reply?.role !== 'assistant') throw new UserError('not-found', 'This reply is no longer there.')
    const branch = branchOf(conversation.messages, reply.parentId)
    return this.#whileIdle(conversationId, () => this.#run(conversationId, branch, null, target))
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

  /** Stops every turn and waits until each is stored. */
  async close(): Promise<void> {
    const running = [...this.#running.values()]
    await Promise.all(running.map((turn) => turn.generation.stop()))
    await Promise.all(running.map((turn) => turn.finished))
    this.#outbox.close()
  }

  async #conversationFor(id: string | null, text: string): Promise<Conversation> {
    if (id !== null) return this.#require(id)
    const now = Date.now()
    const conversation: Conversation = {
      id: randomUUID(),
      title: titleFrom(text),
      createdAtMs: now,
      updatedAtMs: now,
      messages: [],
      leafId: null,
    }
    await this.#context.store.create(conversation)
    return conversation
  }

  async #require(id: string): Promise<Conversation> {
    const conversation = await this.#context.store.get(id)
    if (!conversation) throw new UserError('not-found', 'This conversation is no longer there.')
    return conversation
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
    conversationId: string,
    branch: ReturnType<typeof branchOf>,
    userMessage: UserMessage | null,
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
    await this.#context.store.append(conversationId, reply)
    const { systemPrompt } = this.#context.settings()
    const assistant = target.kind === 'assistant'
    const generation = new Generation({
      baseUrl: target.baseUrl,
      key: target.key,
      requestId,
      body: JSON.stringify(
        assistant
          ? buildAssistantRequest({ branch, systemPrompt })
          : buildChatRequest({ branch, systemPrompt, ...request }),
      ),
      profile: PROFILE_HEADER[request.profile],
      protocol: assistant ? ASSISTANT_PROTOCOL : CHAT_PROTOCOL,
    })
    const running: RunningTurn = { conversationId, reply, generation, finished: Promise.resolve() }
    this.#running.set(reply.id, running)
    const started: StartedTurn = { conversationId, userMessage, reply }
    this.#context.sendStarted(started)
    await this.#context.conversationsChanged()
    // The turn outlives the command that began it; its failures are part of the turn.
    running.finished = this.#read(running).catch((error: unknown) => this.#context.report(error))
    return started
  }

  async #read(running: RunningTurn): Promise<void> {
    const id = running.reply.id
    try {
      for await (const events of running.generation.events()) {
        running.reply = { ...running.reply, turn: accumulate(running.reply.turn, events) }
        // The store first: a window that hears of the end must find it there.
        if (running.reply.turn.end !== null) await this.#end(running)
        this.#outbox.push(id, events)
      }
    } finally {
      this.#outbox.forget(id)
    }
    await this.#context.conversationsChanged()
  }

  async #end(running: RunningTurn): Promise<void> {
    this.#running.delete(running.reply.id)
    this.#busy.delete(running.conversationId)
    await this.#context.store.update(running.conversationId, running.reply).catch((error: unknown) => {
      this.#context.report(error)
    })
  }

  #requestFor(target: TurnTarget): ReplyRequest {
    const { sampling, thinking, profile } = this.#context.settings()
    const { serverName, baseUrl, model, demo } = target
    // The Assistant API takes messages only: what was not sent must not stand beside the reply.
    if (target.kind === 'assistant') {
      const unsent = { sampling: NO_SAMPLING, thinking: 'default', profile: 'off' } as const
      return { serverName, baseUrl, model: '', demo, ...unsent }
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
    }
  }
}

/** `X-AFM-Profile` for each level. */
const PROFILE_HEADER = { off: null, busy: null, summary: 'true', extended: 'extended' } as const
