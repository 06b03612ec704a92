import type { Message } from '../../shared/chat/conversation.ts'
import type { ExportParts } from '../../shared/chat/transcript.ts'
import { newTurn } from '../../shared/stream/turn.ts'

/** The message with what the user does not want in the transcript as if it had never been. */
export function withParts(message: Message, parts: ExportParts): Message {
  if (message.role === 'user') return message
  const empty = newTurn(message.turn.requestId)
  const { usage, timings, profile, deltas, arrivals, marks } = empty
  const turn = {
    ...message.turn,
    ...(!parts.reasoning && { reasoning: '' }),
    ...(!parts.toolCalls && { toolCalls: [] }),
    ...(!parts.figures && { usage, timings, profile, deltas, arrivals, marks }),
    ...(!parts.samples && { samples: [], livePower: null }),
  }
  return { ...message, turn }
}
