import type { Message, ReplyMessage, ReplyRequest } from '../../shared/chat/conversation.ts'
import { figuresOf } from '../../shared/metrics/figures.ts'
import { newTurn, type Turn } from '../../shared/stream/turn.ts'

/** A message's row, joined with its turn's. Written by this app, and checked when it came from a file. */
export interface MessageRow {
  readonly seq: number
  readonly id: string
  readonly parentId: string | null
  readonly role: 'user' | 'assistant'
  readonly createdAtMs: number
  readonly text: string
  readonly reasoning: string | null
  readonly request: string | null
  readonly turn: string | null
}

/** What a query selects to make a MessageRow, from `messages m` and `turns t`, with the parent as `p`. */
export const MESSAGE_COLUMNS = `
  m.seq, m.id, p.id AS parentId, m.role, m.created_at_ms AS createdAtMs, m.text, t.reasoning, t.request, t.turn`

/** The message a row holds. */
export function messageOf(row: MessageRow): Message {
  return messagesOf([row])[0] as Message
}

/** The messages of many rows. Neighbours were mostly asked with the same settings, which are read once. */
export function messagesOf(rows: Iterable<MessageRow>): Message[] {
  const messages: Message[] = []
  let requestText: string | null = null
  let request: ReplyRequest | null = null
  for (const row of rows) {
    const { id, parentId, createdAtMs, text } = row
    if (row.role === 'user') {
      messages.push({ role: 'user', id, parentId, createdAtMs, text })
      continue
    }
    if (request === null || row.request !== requestText) {
      requestText = row.request
      request = JSON.parse(row.request ?? '') as ReplyRequest
    }
    const rest = JSON.parse(row.turn ?? '') as Omit<Turn, 'content' | 'reasoning'>
    // What a version before this one did not know of a turn is as in a new one.
    const turn: Turn = { ...newTurn(''), ...rest, content: text, reasoning: row.reasoning ?? '' }
    // Nothing answers nothing: a reply always has a parent.
    messages.push({ role: 'assistant', id, parentId: parentId ?? '', createdAtMs, request, turn })
  }
  return messages
}

/** The values of a turn's row, by the names of its columns. */
export function turnColumns({ request, turn }: ReplyMessage) {
  const { content: _content, reasoning, ...rest } = turn
  const { requestId, end, finishReason, usage, deltas, marks } = turn
  const { decodeRate, gpuEnergy } = figuresOf(turn)
  return {
    request_id: requestId,
    server_name: request.serverName,
    base_url: request.baseUrl,
    model: turn.model || request.model,
    end,
    finish_reason: finishReason,
    // A count that is none would be refused by the table, and must not cost the reply.
    prompt_tokens: integer(usage?.promptTokens),
    completion_tokens: integer(usage?.completionTokens),
    deltas,
    first_token_at_ms: marks.firstTokenAtMs,
    last_token_at_ms: marks.lastTokenAtMs,
    ended_at_ms: marks.endedAtMs,
    decode_tok_s: decodeRate?.value ?? null,
    gpu_energy_j: gpuEnergy?.value ?? null,
    reasoning,
    request: JSON.stringify(request),
    turn: JSON.stringify(rest),
  }
}

function integer(value: number | undefined): number | null {
  return Number.isSafeInteger(value) ? (value ?? null) : null
}
