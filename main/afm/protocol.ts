import { ChatDialect } from '../../shared/stream/chat-dialect.ts'
import type { Dialect } from '../../shared/stream/events.ts'

/** How to speak with a kind of server: where a stream is asked for, how it is read, how it is stopped. */
export interface ServerProtocol {
  readonly path: string
  /** A dialect for one stream. */
  newDialect(): Dialect
  /** Whether the server may answer with a whole `chat.completion` object though a stream was asked for. */
  readonly wholeReplies: boolean
  /** Whether a generation can be cancelled by its request id; otherwise closing the connection stops it. */
  readonly cancels: boolean
}

/** The OpenAI-shaped chat API as AFM and its like speak it (PROTOCOL.md §1). */
export const CHAT_PROTOCOL: ServerProtocol = {
  path: '/v1/chat/completions',
  newDialect: () => new ChatDialect(),
  wholeReplies: true,
  cancels: true,
}
