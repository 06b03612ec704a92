import { z } from 'zod'
import type { AssistantStatus } from './chat/assistant-status.ts'
import type {
  BranchPart,
  ConversationSummary,
  OpenConversation,
  ReplyMessage,
  Siblings,
  UserMessage,
} from './chat/conversation.ts'
import type { SearchResult } from './chat/search.ts'
import type { ConnectionTest, ServerStatus } from './chat/server-status.ts'
import { type Settings, serverKindSchema, settingsPatchSchema } from './chat/settings.ts'
import type { StoreStatus } from './chat/store-status.ts'
import {
  type ExportOutcome,
  exportFormatSchema,
  exportPartsSchema,
  exportScopeSchema,
  IMPORT_PIECE_CHARS,
  type ImportReport,
} from './chat/transcript.ts'
import type { DashboardState, PowerSamples, PowerStatus, ServerMetrics } from './metrics/live-machine.ts'
import type { TurnPage } from './metrics/turn-summary.ts'
import type { LoginItem, WindowState } from './native.ts'
import type { Result } from './result.ts'
import type { StopConfirmation, StreamEvent } from './stream/events.ts'
import type { Turn } from './stream/turn.ts'
import type { UpdateStatus } from './update.ts'

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
  /** The page hears events from now on: the host may send what waited for it. */
  'app.pageReady': nothing,
  /** Whether the app opens when the user logs in; null where the host cannot do that. */
  'loginItem.get': nothing,
  'loginItem.set': z.strictObject({ open: z.boolean() }),
  'update.status': nothing,
  /** Ends the app and starts the version that is ready. Fails with `busy` while a reply is written. */
  'update.install': nothing,
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
  /** How it stands with the conversations on disk; `store.changed` tells what changes. */
  'store.status': nothing,
  /** A page of the list, pinned first, then newest first; `after` is the `next` of the page before. */
  'conversations.list': z.strictObject({
    limit: z.int().min(1).max(1000).default(200),
    after: id.nullable().default(null),
  }),
  /** The end of the visible branch, and how long all of it is. */
  'conversations.open': z.strictObject({ id }),
  /**
   * Messages of the branch that leads to `aboveId`, above that message: at most `count` of them after the
   * first `from`. What stands above a message never changes, whatever branch is shown meanwhile.
   */
  'conversations.read': z.strictObject({
    id,
    aboveId: id,
    from: z.int().min(0),
    count: z.int().min(1).max(200),
  }),
  'conversations.rename': z.strictObject({ id, title: z.string().trim().min(1).max(200) }),
  'conversations.pin': z.strictObject({ id, pinned: z.boolean() }),
  /** Stops a reply that streams in it, then hides it; `deletions.undo` brings it back. */
  'conversations.delete': z.strictObject({ id }),
  /** Every word must be in the message, and may go on: `te sq` finds “test SQLite”. */
  'conversations.search': z.strictObject({
    query: z.string().max(500),
    limit: z.int().min(1).max(200).default(50),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  /** What was typed and not sent in all conversations, by id; the empty id is the new conversation. */
  'drafts.list': nothing,
  /** Keeps what was typed; the empty text forgets it. `turns.start` forgets the draft of what it sends. */
  'drafts.save': z.strictObject({ conversationId: z.string().max(100), text: z.string().max(4_000_000) }),
  /** Shows the branch of a message: a version picked with the counter, or a search's hit. */
  'branches.switch': z.strictObject({ conversationId: id, messageId: id }),
  /** Hides a message and all below it. Fails with `busy` while a reply streams in the conversation. */
  'branches.delete': z.strictObject({ conversationId: id, messageId: id }),
  /** Brings back what `conversations.delete` or `branches.delete` hid. */
  'deletions.undo': z.strictObject({ deletionId: id }),
  'transcripts.export': z.strictObject({
    scope: exportScopeSchema,
    format: exportFormatSchema,
    parts: exportPartsSchema,
  }),
  /**
   * Takes a file in pieces, in order, `index` counting from 0, all with one `uploadId` of the page's choice;
   * pieces are joined after decoding. Answers null until the `last` one, which imports all or nothing.
   */
  'transcripts.import': z.strictObject({
    uploadId: id,
    index: z.int().min(0).max(10_000),
    last: z.boolean(),
    base64: z.string().max(IMPORT_PIECE_CHARS),
  }),
  /** Sends a message; without a conversation it opens one. */
  'turns.start': z.strictObject({ conversationId: id.nullable(), text: messageText }),
  /** Sends another version of a message: a branch beside the old one, which stays, with a reply of its own. */
  'turns.edit': z.strictObject({ conversationId: id, messageId: id, text: messageText }),
  /**
   * Asks again for a reply: a sibling of the given one, which stays. Given a message of the user's, as
   * after its only reply was deleted, asks for a reply to it.
   */
  'turns.retry': z.strictObject({ conversationId: id, replyId: id }),
  /** Stops a turn; a second call closes the connection at once. Answers when the turn has ended. */
  'turns.stop': z.strictObject({ turnId: id }),
  /** A snapshot for a window that opens late, reloads or sees a gap. */
  'turns.attach': z.strictObject({ turnId: id }),
  /** A page of the turns that have ended, newest first; `after` is the `next` of the page before. */
  'turns.list': z.strictObject({
    /** Null for the turns of all conversations. */
    conversationId: id.nullable(),
    after: id.nullable().default(null),
    /** A page of turns with many samples may be shorter than this, and is not the last for that. */
    limit: z.int().min(1).max(100).default(50),
  }),
  /** A reply that has ended, with its whole turn. */
  'turns.read': z.strictObject({ replyId: id }),
  /**
   * Says whether a page's dashboard is in view, at least every ten seconds while it is: what is measured
   * for it runs only as long. `viewId` is of the page's choice.
   */
  'dashboard.visible': z.strictObject({ viewId: id, visible: z.boolean() }),
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
  'app.pageReady': null
  'loginItem.get': LoginItem | null
  'loginItem.set': LoginItem
  'update.status': UpdateStatus
  'update.install': null
  'settings.get': Settings
  'settings.update': Settings
  'servers.save': Settings
  'servers.remove': Settings
  'servers.test': ConnectionTest
  'servers.status': ServerStatus
  'servers.refresh': ServerStatus
  'assistant.status': AssistantStatus
  'store.status': StoreStatus
  'conversations.list': ConversationPage
  'conversations.open': OpenConversation
  'conversations.read': BranchPart
  'conversations.rename': ConversationSummary
  'conversations.pin': ConversationSummary
  'conversations.delete': { readonly deletionId: string }
  'conversations.search': SearchResult
  'drafts.list': Readonly<Record<string, string>>
  'drafts.save': null
  'branches.switch': OpenConversation
  'branches.delete': { readonly deletionId: string; readonly conversation: OpenConversation }
  /** The conversation as it is shown now. */
  'deletions.undo': OpenConversation
  'transcripts.export': ExportOutcome
  'transcripts.import': ImportReport | null
  'turns.start': StartedTurn
  'turns.edit': StartedTurn
  'turns.retry': StartedTurn
  'turns.stop': { readonly stopped: StopConfirmation | null }
  'turns.attach': TurnSnapshot
  'turns.list': TurnPage
  'turns.read': ReplyMessage
  'dashboard.visible': DashboardState
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

/** A part of the list of conversations. */
export interface ConversationPage {
  readonly items: readonly ConversationSummary[]
  /** What to ask for to get the page after this one; null on the last. */
  readonly next: string | null
  /** How many conversations there are on all pages. */
  readonly total: number
}

/** Conversations that are new or look different in the list, and those that left it. */
export interface ConversationsChange {
  readonly changed: readonly ConversationSummary[]
  readonly removed: readonly string[]
}

/** A turn that has just begun; its conversation is complete but for this. */
export interface StartedTurn {
  readonly conversationId: string
  /** The message that was sent; null for a retry. */
  readonly userMessage: UserMessage | null
  readonly reply: ReplyMessage
  /** The versions beside the first of these messages, by its id; empty when it is the only one. */
  readonly siblings: Siblings
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
export type MenuAction =
  | 'newChat'
  | 'openSettings'
  | 'toggleSidebar'
  | 'toggleProfile'
  | 'turns'
  | 'find'
  | 'export'

/** Every event main sends, and its payload. Never parsed: main is trusted. */
export interface BridgeEvents {
  /** All that happened in a frame of 16 ms, of all turns that run. */
  'turns.batches': readonly TurnBatch[]
  /** A turn began, in this window or another. */
  'turns.started': StartedTurn
  'conversations.changed': ConversationsChange
  /** What is shown of this conversation changed other than by a turn: open it again where it is open. */
  'branches.changed': { readonly conversationId: string }
  'store.changed': StoreStatus
  'settings.changed': Settings
  'servers.changed': ServerStatus
  'assistant.changed': AssistantStatus
  /** What a tool measured of this Mac, at most ten times a second, while a dashboard is in view. */
  'power.samples': PowerSamples
  'power.status': PowerStatus
  /** The server's `/metrics`, once a second while a dashboard is in view; null when it has none. */
  'server.metrics': ServerMetrics | null
  /** The user chose a command in the menu that is the page's to carry out; sent to one window only. */
  'app.menu': MenuAction
  /** The window that gets it looks different now; also sent to every page that is ready. */
  'window.changed': WindowState
  'update.changed': UpdateStatus
}
export type BridgeEventName = keyof BridgeEvents

/** All the renderer knows of the world. */
export interface Bridge {
  /** Asks main for something. Resolves also when it failed, with `ok: false`. */
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>>
  /** Listens to an event until the returned function is called. */
  on<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvents[N]) => void): () => void
}
