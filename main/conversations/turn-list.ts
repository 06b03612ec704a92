import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { type TurnPage, type TurnSummary, turnSummary } from '../../shared/metrics/turn-summary.ts'
import { UserError } from '../../shared/result.ts'
import { type MessageRow, messageOf } from './rows.ts'
import type { Database } from './sqlite.ts'

/**
 * A page ends early when this many characters of turns were read: a page blocks whatever else main does,
 * such as a reply that streams, and a turn may hold three hours of samples.
 */
const PAGE_CHARS = 2_000_000

/** The turns that have ended, of one conversation or of all, with every version and not only the shown ones. */
export interface TurnList {
  /**
   * A page, newest first. `after` is the last reply of the page before, be it deleted meanwhile. A turn
   * that cannot be read is counted and left out; it does not take the others with it.
   * @param conversation The row's number; null for all conversations.
   */
  page(conversation: number | null, after: string | null, limit: number): TurnPage
  /**
   * A reply with its turn; undefined when it is not there, or deleted.
   * @throws UserError `damaged`
   */
  read(replyId: string): ReplyMessage | undefined
}

type TurnRow = MessageRow & { readonly conversationId: string; readonly title: string }

/** Prepares the statements; made once for a database. */
export function turnList(database: Database): TurnList {
  const statements = prepare(database)

  function seqOf(replyId: string): number {
    const row = statements.seqOf.get(replyId)
    if (!row) throw new UserError('not-found', 'This turn is no longer there. Read the list again.')
    return Number(row.seq)
  }

  return {
    page(conversation, after, limit) {
      const before = after === null ? Number.MAX_SAFE_INTEGER : seqOf(after)
      const keys =
        conversation === null
          ? statements.keysOfAll.all(before, limit + 1)
          : statements.keysOf.all(conversation, before, limit + 1)
      const total = conversation === null ? statements.countAll.get() : statements.countIn.get(conversation)
      const items: TurnSummary[] = []
      let unreadable = 0
      let chars = 0
      let last: string | null = null
      let read = 0
      for (const { seq, id } of keys.slice(0, limit)) {
        if (chars > PAGE_CHARS) break
        const row = statements.summary.get(Number(seq)) as unknown as TurnRow | undefined
        chars += row?.turn?.length ?? 0
        read += 1
        last = String(id)
        const summary = row && summaryOf(row)
        if (summary) items.push(summary)
        else unreadable += 1
      }
      const next = read < keys.length ? last : null
      return { items, next, total: Number(total?.count ?? 0), unreadable }
    },
    read(replyId) {
      const row = statements.whole.get(replyId) as unknown as MessageRow | undefined
      if (!row) return undefined
      try {
        const message = messageOf(row)
        return message.role === 'assistant' ? message : undefined
      } catch {
        throw new UserError('damaged', 'This turn cannot be read: what was kept of it is damaged.')
      }
    },
  }
}

/** Null for a row whose columns do not hold what they should. */
function summaryOf(row: TurnRow): TurnSummary | null {
  try {
    const message = messageOf(row)
    if (message.role !== 'assistant') return null
    return turnSummary(message, { id: row.conversationId, title: row.title })
  } catch {
    return null
  }
}

const SHOWN = `m.role = 'assistant' AND m.deletion IS NULL`
/** The index of streaming turns is small, and says it without a look at the turns themselves. */
const ENDED = 'm.seq NOT IN (SELECT message FROM turns WHERE end IS NULL)'

/**
 * The keys of a page of all turns. CROSS JOIN: from the newest reply backwards, as far as the page goes, and
 * never a sort of all of them. The turns themselves are then read one by one.
 */
export const NEWEST_KEYS = `
  SELECT m.seq, m.id FROM messages m CROSS JOIN conversations c ON c.seq = m.conversation
  WHERE m.seq < ? AND ${SHOWN} AND c.deletion IS NULL AND ${ENDED} ORDER BY m.seq DESC LIMIT ?`

function prepare(database: Database) {
  return {
    seqOf: database.prepare(`SELECT seq FROM messages WHERE id = ? AND role = 'assistant'`),
    keysOfAll: database.prepare(NEWEST_KEYS),
    keysOf: database.prepare(`
      SELECT m.seq, m.id FROM messages m
      WHERE m.conversation = ? AND m.seq < ? AND ${SHOWN} AND ${ENDED} ORDER BY m.seq DESC LIMIT ?`),
    // All turns, by the smallest index there is, less those that are not listed, which are few.
    countAll: database.prepare(`
      SELECT (SELECT count(*) FROM turns)
        - (SELECT count(*) FROM messages m WHERE m.deletion IS NOT NULL AND m.role = 'assistant')
        - (SELECT count(*) FROM conversations c CROSS JOIN messages m ON m.conversation = c.seq
            WHERE c.deletion IS NOT NULL AND ${SHOWN})
        - (SELECT count(*) FROM turns t CROSS JOIN messages m ON m.seq = t.message
            CROSS JOIN conversations c ON c.seq = m.conversation
            WHERE t.end IS NULL AND ${SHOWN} AND c.deletion IS NULL) AS count`),
    countIn: database.prepare(`
      SELECT count(*) AS count FROM messages m WHERE m.conversation = ? AND ${SHOWN} AND ${ENDED}`),
    // Neither text nor reasoning: no figure needs them.
    summary: database.prepare(`
      SELECT m.seq, m.id, NULL AS parentId, m.role, m.created_at_ms AS createdAtMs, '' AS text,
        NULL AS reasoning, t.request, t.turn, c.id AS conversationId, c.title
      FROM messages m CROSS JOIN turns t ON t.message = m.seq
      CROSS JOIN conversations c ON c.seq = m.conversation WHERE m.seq = ?`),
    whole: database.prepare(`
      SELECT m.seq, m.id, p.id AS parentId, m.role, m.created_at_ms AS createdAtMs, m.text, t.reasoning,
        t.request, t.turn
      FROM messages m CROSS JOIN turns t ON t.message = m.seq
      CROSS JOIN conversations c ON c.seq = m.conversation LEFT JOIN messages p ON p.seq = m.parent
      WHERE m.id = ? AND m.deletion IS NULL AND c.deletion IS NULL AND t.end IS NOT NULL`),
  }
}
