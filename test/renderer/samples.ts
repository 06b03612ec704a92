import type { StartedTurn, TurnBatch } from '../../shared/bridge.ts'
import type { Message, OpenConversation, ReplyMessage, UserMessage } from '../../shared/chat/conversation.ts'
import { defaultSettings } from '../../shared/chat/settings.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../shared/stream/events.ts'
import { newTurn, type Turn } from '../../shared/stream/turn.ts'

export const user = (id: string, text: string, parentId: string | null = null): UserMessage => ({
  role: 'user',
  id,
  parentId,
  createdAtMs: 1_000,
  text,
})

export const reply = (id: string, parentId: string, turn: Turn = newTurn(id)): ReplyMessage => ({
  role: 'assistant',
  id,
  parentId,
  createdAtMs: 2_000,
  request: {
    serverName: 'AFM on this Mac',
    baseUrl: 'http://127.0.0.1:9999',
    model: 'm',
    sampling: defaultSettings().sampling,
    thinking: 'default',
    profile: 'extended',
    demo: false,
  },
  turn,
})

export const conversation = (id: string, messages: readonly Message[]): OpenConversation => ({
  id,
  title: `Title of ${id}`,
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
  messages,
  textBytes: messages.map((message) =>
    Buffer.byteLength(message.role === 'user' ? message.text : message.turn.content),
  ),
  part: null,
  leafId: messages.at(-1)?.id ?? null,
  siblings: {},
  pinned: false,
  draft: '',
})

export const started = (conversationId: string, turnId: string, text = 'Hello'): StartedTurn => ({
  conversationId,
  userMessage: user(`u-${turnId}`, text),
  reply: reply(turnId, `u-${turnId}`),
  siblings: {},
})

export const content = (text: string, atMs = 100): StreamEvent => ({ type: 'content', atMs, text, deltas: 1 })
export const done = (atMs = 500): StreamEvent => ({ type: 'done', atMs, end: 'done' })

export const batch = (turnId: string, seq: number, ...events: StreamEvent[]): TurnBatch => ({
  turnId,
  seq,
  events,
})

export const turnOf = (id: string, ...events: StreamEvent[]): Turn => accumulate(newTurn(id), events)
