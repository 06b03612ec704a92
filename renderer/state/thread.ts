import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, StartedTurn } from '../../shared/bridge.ts'
import { branchOf, type Conversation, type Message, titleFrom } from '../../shared/chat/conversation.ts'
import type { Failure } from '../../shared/result.ts'
import type { Turn } from '../../shared/stream/turn.ts'

export interface ThreadState {
  /** The conversation that is open; null for a new one, which begins with its first message. */
  readonly openId: string | null
  /** Null while it is being read, and for a new one. */
  readonly conversation: Conversation | null
  /** The messages shown, root first. Replies that stream stand here as they began. */
  readonly branch: readonly Message[]
  /** Why the conversation could not be read. */
  readonly failure: Failure | null
  /** The reply whose profile is shown; null for the latest. */
  readonly selectedReplyId: string | null
  /** Turns that main knows nothing of any more though they never ended. */
  readonly interrupted: Readonly<Record<string, true>>
  /** Turns whose Stop was pressed. */
  readonly stopping: Readonly<Record<string, true>>
}

export interface Thread {
  readonly store: StoreApi<ThreadState>
  newChat(): void
  open(id: string): Promise<void>
  /** Reads the open conversation again, as after a lost connection. */
  reload(): Promise<void>
  /** Sends a message in the open conversation. Null when main took it; otherwise nothing was sent. */
  send(text: string): Promise<Failure | null>
  retry(replyId: string): Promise<Failure | null>
  /** Stops a turn; pressed again it closes the connection. */
  stop(turnId: string): Promise<Failure | null>
  select(replyId: string | null): void
  /** Adds the messages of a turn that began, here or in another window. */
  begin(started: StartedTurn): void
  /** Folds a finished turn into its message. */
  finish(turnId: string, turn: Turn): void
  /** Reads again, and marks the turn interrupted if it still has not ended. What had come of it stays. */
  lose(turnId: string, turn: Turn | null): Promise<void>
}

export interface ThreadHooks {
  /** A conversation was read that holds turns which still run. */
  onRunning(turnIds: readonly string[]): void
  /** A turn began by a command of this window. */
  onStarted(started: StartedTurn): void
}

const NEW: ThreadState = {
  openId: null,
  conversation: null,
  branch: [],
  failure: null,
  selectedReplyId: null,
  interrupted: {},
  stopping: {},
}

/** The conversation that is open. It does not change while a reply streams: see `live.ts`. */
export function createThread(bridge: Bridge, hooks: ThreadHooks): Thread {
  const store = createStore<ThreadState>(() => NEW)
  const { getState: get, setState: set } = store
  /** Turns main did not know when asked: asking again would go round in circles. */
  const lost = new Set<string>()

  function show(conversation: Conversation): void {
    const branch = branchOf(conversation.messages, conversation.leafId)
    set({ conversation, branch, failure: null })
  }

  function replace(turnId: string, turn: Turn): void {
    const { conversation } = get()
    if (!conversation?.messages.some((message) => message.id === turnId)) return
    const messages = conversation.messages.map((message) =>
      message.id === turnId && message.role === 'assistant' ? { ...message, turn } : message,
    )
    show({ ...conversation, messages })
  }

  async function read(id: string): Promise<void> {
    const answer = await bridge.call('conversations.open', { id })
    if (get().openId !== id) return
    if (!answer.ok) {
      if (answer.error.code !== 'disconnected') set({ failure: answer.error })
      return
    }
    show(answer.value)
    hooks.onRunning(runningIn(answer.value.messages).filter((turnId) => !lost.has(turnId)))
  }

  function begin(started: StartedTurn): void {
    const { conversation, openId } = get()
    if (openId !== started.conversationId || !conversation) return
    const known = new Set(conversation.messages.map((message) => message.id))
    const added = [started.userMessage, started.reply].filter((message) => message !== null)
    const fresh = added.filter((message) => !known.has(message.id))
    if (fresh.length === 0) return
    show({
      ...conversation,
      messages: [...conversation.messages, ...fresh],
      leafId: started.reply.id,
      updatedAtMs: started.reply.createdAtMs,
    })
    set({ selectedReplyId: null })
  }

  async function start(
    call: () => ReturnType<Bridge['call']>,
    fromId: string | null,
  ): Promise<Failure | null> {
    const answer = await call()
    if (!answer.ok) return answer.error
    const started = answer.value as StartedTurn
    hooks.onStarted(started)
    // Whoever went to another conversation meanwhile stays there.
    if (fromId === null && get().openId === null) {
      set({ openId: started.conversationId, conversation: emptyConversation(started) })
    }
    begin(started)
    return null
  }

  return {
    store,
    begin,
    newChat: () => set({ ...NEW, interrupted: get().interrupted }),
    async open(id) {
      if (get().openId === id && get().failure === null) return
      set({ ...NEW, openId: id, interrupted: get().interrupted, stopping: get().stopping })
      await read(id)
    },
    async reload() {
      const { openId } = get()
      if (openId !== null) await read(openId)
    },
    send(text) {
      const { openId } = get()
      return start(() => bridge.call('turns.start', { conversationId: openId, text }), openId)
    },
    async retry(replyId) {
      const { openId } = get()
      if (openId === null) return null
      return start(() => bridge.call('turns.retry', { conversationId: openId, replyId }), openId)
    },
    async stop(turnId) {
      set({ stopping: { ...get().stopping, [turnId]: true } })
      const answer = await bridge.call('turns.stop', { turnId })
      return answer.ok ? null : answer.error
    },
    select: (replyId) => set({ selectedReplyId: replyId }),
    finish(turnId, turn) {
      const { [turnId]: _stopped, ...stopping } = get().stopping
      set({ stopping })
      replace(turnId, turn)
    },
    async lose(turnId, turn) {
      lost.add(turnId)
      if (turn) replace(turnId, turn)
      const { openId, conversation } = get()
      if (openId !== null && conversation?.messages.some((message) => message.id === turnId))
        await read(openId)
      if (runningIn(get().conversation?.messages ?? []).includes(turnId)) {
        set({ interrupted: { ...get().interrupted, [turnId]: true } })
      }
    },
  }
}

/** The reply of the branch that still runs, if any. */
export function runningReplyId(state: ThreadState): string | null {
  const last = state.branch.at(-1)
  if (last?.role !== 'assistant' || last.turn.end !== null || state.interrupted[last.id]) return null
  return last.id
}

function runningIn(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' && message.turn.end === null ? [message.id] : [],
  )
}

function emptyConversation({ conversationId, userMessage, reply }: StartedTurn): Conversation {
  return {
    id: conversationId,
    title: titleFrom(userMessage?.text ?? ''),
    createdAtMs: userMessage?.createdAtMs ?? reply.createdAtMs,
    updatedAtMs: reply.createdAtMs,
    messages: [],
    leafId: null,
  }
}
