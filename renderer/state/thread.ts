import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, StartedTurn } from '../../shared/bridge.ts'
import { type OpenConversation, type Siblings, titleFrom } from '../../shared/chat/conversation.ts'
import type { Failure } from '../../shared/result.ts'
import type { Turn } from '../../shared/stream/turn.ts'
import { type Branch, type BranchItem, keepRead, openedBranch, withNew, withPart } from './branch.ts'
import { forgetFar, type Seen } from './forget.ts'
import { type PageRequest, UnreadPages } from './unread.ts'

/** A message that the user asked to see. */
export interface Target {
  readonly messageId: string
  /** A search's hit is marked; another version takes the place of the one before. */
  readonly kind: 'hit' | 'version'
  /** The button that was pressed to get to a version, so that it can be pressed again. */
  readonly button: 'previous' | 'next' | null
  /** The words of the message that were searched for, as they stand in it; empty for a version. */
  readonly words: readonly string[]
}

export interface ThreadState {
  /** The conversation that is open; null for a new one, which begins with its first message. */
  readonly openId: string | null
  /** Null while it is being read, and for a new one. */
  readonly conversation: OpenHead | null
  /** The messages shown, root first. Replies that stream stand here as they began. */
  readonly branch: readonly BranchItem[]
  /** Why the conversation could not be read. */
  readonly failure: Failure | null
  /** Why a part of a long branch could not be read. */
  readonly partFailure: Failure | null
  /** The reply whose profile is shown; null for the latest. */
  readonly selectedReplyId: string | null
  /** The reply that this window asked for last. */
  readonly askedReplyId: string | null
  /** The message to bring into view; a new object for every time it is asked for. */
  readonly target: Target | null
  /** Turns that main knows nothing of any more though they never ended. */
  readonly interrupted: Readonly<Record<string, true>>
  /** Turns whose Stop was pressed. */
  readonly stopping: Readonly<Record<string, true>>
}

/** What is known of the open conversation beside its messages. */
export interface OpenHead {
  readonly id: string
  readonly title: string
  /** The versions beside the messages that were read. */
  readonly siblings: Siblings
}

export interface Thread {
  readonly store: StoreApi<ThreadState>
  newChat(): void
  open(id: string): Promise<void>
  /** The messages from `first` to before `last` are seen: what is missing of them is read, and they stay. */
  look(first: number, last: number): void
  /** Reads what is missing of these messages, as when it could not be read before. */
  fill(first: number, last: number): void
  /** Reads the open conversation again, as after a lost connection. */
  reload(): Promise<void>
  /** Sends a message in the open conversation. Null when main took it; otherwise nothing was sent. */
  send(text: string): Promise<Failure | null>
  /** Sends another version of a message; the old one stays beside it. */
  edit(messageId: string, text: string): Promise<Failure | null>
  /** Asks again for a reply, or for one to a message that has none. */
  retry(messageId: string): Promise<Failure | null>
  /** Opens a conversation at a message, on whatever branch that is. */
  openAt(conversationId: string, messageId: string, words?: readonly string[]): Promise<Failure | null>
  /** Shows another version of a message. */
  switchTo(messageId: string, button: 'previous' | 'next' | null): Promise<Failure | null>
  /** Takes up a conversation as main has just shown it, if it is the open one. */
  take(conversation: OpenConversation): void
  /** Runs a command of this window, which gets its result itself: what main says of it is not read again. */
  own<T>(command: () => Promise<T>): Promise<T>
  /** What is shown of a conversation has changed, perhaps in another window. */
  changed(conversationId: string): void
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
  partFailure: null,
  selectedReplyId: null,
  askedReplyId: null,
  target: null,
  interrupted: {},
  stopping: {},
}

/** The conversation that is open. It does not change while a reply streams: see `live.ts`. */
export function createThread(bridge: Bridge, hooks: ThreadHooks): Thread {
  const store = createStore<ThreadState>(() => NEW)
  const { getState: get, setState: set } = store
  /** Turns main did not know when asked: asking again would go round in circles. */
  const lost = new Set<string>()
  /** Commands of this window that change what is shown and are under way. */
  let ownCommands = 0

  const pages = new UnreadPages()
  /** What was looked at last. */
  let seen: Seen = { first: 0, last: 0 }

  function branchNow(): Branch {
    const { branch, conversation } = get()
    return { items: branch, siblings: conversation?.siblings ?? {} }
  }

  function show({ id, title }: Pick<OpenHead, 'id' | 'title'>, { items, siblings }: Branch): void {
    set({ conversation: { id, title, siblings }, branch: items, failure: null })
  }

  /** Shows what main has read, and attaches to what runs in it. */
  function takeUp(conversation: OpenConversation): void {
    const fresh = openedBranch(conversation)
    const again = get().conversation?.id === conversation.id
    pages.opened(conversation.textBytes.length - conversation.messages.length)
    show(conversation, again ? keepRead(fresh, branchNow()) : fresh)
    hooks.onRunning(runningIn(conversation.messages).filter((turnId) => !lost.has(turnId)))
  }

  async function own<T>(command: () => Promise<T>): Promise<T> {
    ownCommands += 1
    try {
      return await command()
    } finally {
      ownCommands -= 1
    }
  }

  function openEmpty(id: string): void {
    set({ ...NEW, openId: id, interrupted: get().interrupted, stopping: get().stopping })
  }

  function replace(turnId: string, turn: Turn): void {
    const { branch } = get()
    if (!branch.some(({ id }) => id === turnId)) return
    set({
      branch: branch.map((item) =>
        item.id === turnId && item.role === 'assistant' ? { ...item, turn } : item,
      ),
    })
  }

  /** Lets go of what is far away once there is a lot of it. */
  function forget(): void {
    const { branch, selectedReplyId, target } = get()
    const kept = [selectedReplyId, target?.messageId].filter((id) => typeof id === 'string')
    const left = forgetFar(branch, seen, new Set(kept))
    if (!left) return
    set({ branch: left.items })
    pages.forgot(left.items, left.endFrom)
  }

  async function read(id: string): Promise<void> {
    const answer = await bridge.call('conversations.open', { id })
    if (get().openId !== id) return
    if (!answer.ok) {
      if (answer.error.code !== 'disconnected') set({ failure: answer.error })
      return
    }
    takeUp(answer.value)
  }

  /** Asks main for what is missing of these messages. */
  function fill(first: number, last: number): void {
    const { openId, branch } = get()
    if (openId !== null) for (const page of pages.take(branch, first, last)) void readPage(openId, page)
  }

  async function readPage(id: string, page: PageRequest): Promise<void> {
    const answer = await bridge.call('conversations.read', { id, ...page })
    const { openId, branch } = get()
    if (openId !== id) return
    // Another branch may have come meanwhile: what stands above a message that is gone is not known.
    if (!branch.some((item) => item.id === page.aboveId)) {
      pages.failed(page)
      return fill(page.from, page.from + page.count)
    }
    if (!answer.ok) {
      pages.failed(page)
      if (answer.error.code !== 'disconnected') set({ partFailure: answer.error })
      return
    }
    const { items, siblings } = withPart(branchNow(), answer.value)
    const { conversation } = get()
    set({ branch: items, partFailure: null, conversation: conversation && { ...conversation, siblings } })
    forget()
  }

  function begin(started: StartedTurn): void {
    const { conversation, openId } = get()
    if (openId !== started.conversationId || !conversation) return
    const added = [started.userMessage, started.reply].filter((message) => message !== null)
    const { branch } = get()
    const fresh = added.filter((message) => !branch.some(({ id }) => id === message.id))
    if (fresh.length === 0) return
    const grown = withNew(branchNow(), fresh, started.siblings)
    // It continues a branch that is not shown here: only main knows what is above it.
    if (!grown) return void read(started.conversationId)
    pages.grew(grown.items.length - fresh.length)
    show(conversation, grown)
    set({ selectedReplyId: null, target: null })
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
      const title = titleFrom(started.userMessage?.text ?? '')
      pages.opened(0)
      set({
        openId: started.conversationId,
        conversation: { id: started.conversationId, title, siblings: {} },
      })
    }
    begin(started)
    if (get().openId === started.conversationId) set({ askedReplyId: started.reply.id })
    return null
  }

  return {
    store,
    begin,
    newChat: () => set({ ...NEW, interrupted: get().interrupted }),
    async open(id) {
      if (get().openId === id && get().failure === null) return
      openEmpty(id)
      await read(id)
    },
    look(first, last) {
      seen = { first, last }
      fill(first, last)
    },
    fill,
    async openAt(conversationId, messageId, words = []) {
      if (get().openId !== conversationId) openEmpty(conversationId)
      const isShown = () => get().branch.some(({ id }) => id === messageId)
      if (!isShown()) {
        const answer = await own(() => bridge.call('branches.switch', { conversationId, messageId }))
        if (get().openId !== conversationId) return null
        if (!answer.ok) {
          // What is there of the conversation is shown all the same.
          await read(conversationId)
          return answer.error
        }
        takeUp(answer.value)
      }
      set({ target: { messageId, kind: 'hit', button: null, words } })
      return null
    },
    async switchTo(messageId, button) {
      const conversationId = get().openId
      if (conversationId === null) return null
      const answer = await own(() => bridge.call('branches.switch', { conversationId, messageId }))
      if (!answer.ok) return answer.error
      if (get().openId !== conversationId) return null
      set({ target: { messageId, kind: 'version', button, words: [] }, selectedReplyId: null })
      takeUp(answer.value)
      return null
    },
    take(conversation) {
      if (get().openId === conversation.id) takeUp(conversation)
    },
    own,
    changed(conversationId) {
      if (get().openId === conversationId && ownCommands === 0) void read(conversationId)
    },
    async reload() {
      const { openId } = get()
      if (openId !== null) await read(openId)
    },
    send(text) {
      const { openId } = get()
      return start(() => bridge.call('turns.start', { conversationId: openId, text }), openId)
    },
    async edit(messageId, text) {
      const { openId } = get()
      if (openId === null) return null
      return start(() => bridge.call('turns.edit', { conversationId: openId, messageId, text }), openId)
    },
    async retry(messageId) {
      const { openId } = get()
      if (openId === null) return null
      const input = { conversationId: openId, replyId: messageId }
      return start(() => bridge.call('turns.retry', input), openId)
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
      forget()
    },
    async lose(turnId, turn) {
      lost.add(turnId)
      if (turn) replace(turnId, turn)
      const { openId, branch } = get()
      if (openId !== null && branch.some(({ id }) => id === turnId)) await read(openId)
      if (runningIn(get().branch).includes(turnId)) {
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

function runningIn(items: readonly BranchItem[]): string[] {
  return items.flatMap((message) =>
    message.role === 'assistant' && message.turn.end === null ? [message.id] : [],
  )
}
