import { z } from 'zod'
import type { AssistantStatus } from './chat/assistant-status.ts'
import type { Conversation, ConversationSummary, ReplyMessage, UserMessage } from './chat/conversation.ts'
import type { ConnectionTest, ServerStatus } from './chat/server-status.ts'
import { type Settings, serverKindSchema, settingsPatchSchema } from './chat/settings.ts'
import type { Result } from './result.ts'
import type { StopConfirmation, StreamEvent } from './stream/events.ts'
import type { Turn } from './stream/turn.ts'

const id = z.string().min(1).max(100)
const nothing = z.strictObject({})
/** A message may be a whole source file, but not a disk image. */
const messageText = z.string().min(1).max(1_000_000)
const key = z.string().max(10_000).nullable()

/**
 * Every command: its name and the shape of its input, which main parses before anything looks at it.
 * The renderer imports the types of this file only, so that no schema is in its bundle.
 */
export const commandSchemas = {
  'app.info': nothing,
  /** Opens an https or mailto link outside the app. */
  'app.openExternal': z.strictObject({ url: z.string().max(10_000) }),
  'settings.get': nothing,
  'settings.update': settingsPatchSchema,
  /** Adds a server (no id) or changes one. A missing key keeps the stored one; null removes it. */
  'servers.save': z.strictObject({
    id: id.optional(),
    name: z.string().trim().min(1).max(100),
    baseUrl: z.string().max(2000),
    key: key.optional(),
    /** A missing kind keeps the stored one; a new server speaks as AFM does. */
    kind: serverKindSchema.optional(),
  }),
  'servers.remove': z.strictObject({ id }),
  /** Asks a server for its health and models without saving anything. */
  'servers.test': z.strictObject({
    id: id.optional(),
    baseUrl: z.string().max(2000),
    key: key.optional(),
    kind: serverKindSchema.optional(),
  }),
  'servers.status': nothing,
  /** Asks the selected server again, at once. */
  'servers.refresh': nothing,
  /** How the app's own Assistant API is; `settings.update` switches it. */
  'assistant.status': nothing,
  'conversations.list': nothing,
  'conversations.open': z.strictObject({ id }),
  /** Sends a message; without a conversation it opens one. */
  'turns.start': z.strictObject({ conversationId: id.nullable(), text: messageText }),
  /** Asks again for a reply: a sibling of the given one, which stays. */
  'turns.retry': z.strictObject({ conversationId: id, replyId: id }),
  /** Stops a turn; a second call closes the connection at once. Answers when the turn has ended. */
  'turns.stop': z.strictObject({ turnId: id }),
  /** A snapshot for a window that opens late, reloads or sees a gap. */
  'turns.attach': z.strictObject({ turnId: id }),
} as const satisfies Record<string, z.ZodType>

export type CommandName = keyof typeof commandSchemas

/** What the caller passes. */
export type CommandInput<N extends CommandName> = z.input<(typeof commandSchemas)[N]>
/** What the handler gets, after parsing. */
export type ParsedInput<N extends CommandName> = z.output<(typeof commandSchemas)[N]>

/** What each command answers. */
export interface CommandOutputs {
  'app.info': AppInfo
  'app.openExternal': null
  'settings.get': Settings
  'settings.update': Settings
  'servers.save': Settings
  'servers.remove': Settings
  'servers.test': ConnectionTest
  'servers.status': ServerStatus
  'servers.refresh': ServerStatus
  'assistant.status': AssistantStatus
  'conversations.list': readonly ConversationSummary[]
  'conversations.open': Conversation
  'turns.start': StartedTurn
  'turns.retry': StartedTurn
  'turns.stop': { readonly stopped: StopConfirmation | null }
  'turns.attach': TurnSnapshot
}
export type CommandOutput<N extends CommandName> = CommandOutputs[N]

/** About the host the window runs in. */
export interface AppInfo {
  readonly version: string
  readonly host: 'electron' | 'browser'
  readonly dataFolder: string
  /** Where keys are kept, so that the settings can say it. */
  readonly keyStorage: 'keychain' | 'file'
}

/** A turn that has just begun; its conversation is complete but for this. */
export interface StartedTurn {
  readonly conversationId: string
  /** The message that was sent; null for a retry. */
  readonly userMessage: UserMessage | null
  readonly reply: ReplyMessage
}

/** A turn as it stands. Batches up to and including `seq` are in it. */
export interface TurnSnapshot {
  readonly turnId: string
  readonly seq: number
  readonly turn: Turn
}

/** What happened in one turn since the batch before. `seq` counts from 1 for each turn, without gaps. */
export interface TurnBatch {
  readonly turnId: string
  readonly seq: number
  readonly events: readonly StreamEvent[]
}

/** What the menu asks of a page. */
export type MenuAction = 'newChat' | 'openSettings' | 'toggleSidebar' | 'toggleProfile' | 'find' | 'export'

/** Every event main sends, and its payload. Never parsed: main is trusted. */
export interface BridgeEvents {
  /** All that happened in a frame of 16 ms, of all turns that run. */
  'turns.batches': readonly TurnBatch[]
  /** A turn began, in this window or another. */
  'turns.started': StartedTurn
  'conversations.changed': readonly ConversationSummary[]
  'settings.changed': Settings
  'servers.changed': ServerStatus
  'assistant.changed': AssistantStatus
  /** The user chose a command in the menu that is the page's to carry out; sent to one window only. */
  'app.menu': MenuAction
}
export type BridgeEventName = keyof BridgeEvents

/** All the renderer knows of the world. */
export interface Bridge {
  /** Asks main for something. Resolves also when it failed, with `ok: false`. */
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>>
  /** Listens to an event until the returned function is called. */
  on<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvents[N]) => void): () => void
}
