import { AssistantDialect } from '../../shared/stream/assistant-dialect.ts'
import { CHAT_PROTOCOL, type ServerProtocol } from '../afm/protocol.ts'
import { FrameByFrame } from './frame-by-frame.ts'

/** The one path of the Assistant API. */
export const ASSISTANT_PATH = '/api/assistant'

/** The Assistant API as a client speaks it: named events only, and stopped by closing (PROTOCOL.md §4). */
export const ASSISTANT_PROTOCOL: ServerProtocol = {
  path: ASSISTANT_PATH,
  newDialect: () => new AssistantDialect(),
  wholeReplies: false,
  cancels: false,
}

/** The chat API as the relay reads it: the same dialect, but each delta stays one event. */
export const UPSTREAM_PROTOCOL: ServerProtocol = {
  ...CHAT_PROTOCOL,
  newDialect: () => new FrameByFrame(CHAT_PROTOCOL.newDialect()),
}
