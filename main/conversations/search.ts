import type { MessageHit, SearchResult, SnippetPart, TitleHit } from '../../shared/chat/search.ts'
import type { Database } from './sqlite.ts'

/** Marks around a hit inside SQLite; no text that a keyboard makes holds them. */
const OPEN = '\u0002'
const CLOSE = '\u0003'
const TITLES_SHOWN = 10
const SNIPPET_TOKENS = 20
/** How many of the newest messages are looked at where there is no index. */
const SCANNED_MESSAGES = 20_000
const SNIPPET_CHARS = 120

interface MessageHitRow extends Omit<MessageHit, 'snippet'> {
  readonly snippet: string
}

/** Finds messages and titles. */
export interface Search {
  find(query: string, limit: number, offset: number): SearchResult
}

/**
 * A search as the index understands it: every word must be there, each may go on (`te` finds `test`). What
 * the user typed is quoted, so that nothing in it is an operator. A single Latin letter stands for itself
 * alone: all words that begin with it would be half of everything. Empty when there is no word in it.
 */
export function matchExpression(query: string): string {
  return query
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '""')}"${/^\p{Script=Latin}$/u.test(word) ? '' : '*'}`)
    .join(' ')
}

/** Text with marks as parts; a mark that the text itself held only makes a part more. */
function partsOf(marked: string): SnippetPart[] {
  return marked
    .split(OPEN)
    .flatMap((piece, at) => {
      if (at === 0) return [{ text: piece, hit: false }]
      const [hit = '', ...rest] = piece.split(CLOSE)
      return [
        { text: hit, hit: true },
        { text: rest.join(''), hit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

const HIT_COLUMNS = `c.id AS conversationId, c.title AS conversationTitle, m.id AS messageId, m.role,
  m.created_at_ms AS createdAtMs`

/** Searches with the full-text index. Newest first and not by rank: rank would have to look at every hit. */
export function fullTextSearch(database: Database): Search {
  // The index is the outer loop, in descending order: the limit ends it early.
  const messages = database.prepare(`
    SELECT ${HIT_COLUMNS}, snippet(messages_text, 0, '${OPEN}', '${CLOSE}', '…', ${SNIPPET_TOKENS}) AS snippet
    FROM messages_text f CROSS JOIN messages m ON m.seq = f.rowid
    CROSS JOIN conversations c ON c.seq = m.conversation
    WHERE messages_text MATCH ? AND m.deletion IS NULL AND c.deletion IS NULL
    ORDER BY f.rowid DESC LIMIT ? OFFSET ?`)
  const titles = database.prepare(`
    SELECT c.id AS conversationId, c.updated_at_ms AS updatedAtMs,
      highlight(titles_text, 0, '${OPEN}', '${CLOSE}') AS title
    FROM titles_text f CROSS JOIN conversations c ON c.seq = f.rowid
    WHERE titles_text MATCH ? AND c.deletion IS NULL ORDER BY f.rowid DESC LIMIT ${TITLES_SHOWN}`)
  return {
    find(query, limit, offset) {
      const match = matchExpression(query)
      if (match === '') return { titles: [], messages: [], more: false, method: 'full-text' }
      const found = messages.all(match, limit + 1, offset) as unknown as MessageHitRow[]
      const named = offset === 0 ? titles.all(match) : []
      return {
        titles: (named as unknown as (Omit<TitleHit, 'title'> & { title: string })[]).map((hit) => ({
          ...hit,
          title: partsOf(hit.title),
        })),
        messages: found.slice(0, limit).map((hit) => ({ ...hit, snippet: partsOf(hit.snippet) })),
        more: found.length > limit,
        method: 'full-text',
      }
    },
  }
}

/** Searches without an index, by looking at the newest messages: every word must stand somewhere in the text. */
export function simpleSearch(database: Database): Search {
  const messages = database.prepare(`
    SELECT ${HIT_COLUMNS}, m.text AS snippet
    FROM (SELECT * FROM messages WHERE deletion IS NULL ORDER BY seq DESC LIMIT ${SCANNED_MESSAGES}) m
    JOIN conversations c ON c.seq = m.conversation
    WHERE c.deletion IS NULL AND NOT EXISTS (
      SELECT 1 FROM json_each(?) w WHERE m.text NOT LIKE w.value ESCAPE '\\')
    ORDER BY m.seq DESC LIMIT ? OFFSET ?`)
  const titles = database.prepare(`
    SELECT id AS conversationId, updated_at_ms AS updatedAtMs, title FROM conversations
    WHERE deletion IS NULL AND NOT EXISTS (
      SELECT 1 FROM json_each(?) w WHERE title NOT LIKE w.value ESCAPE '\\')
    ORDER BY seq DESC LIMIT ${TITLES_SHOWN}`)
  return {
    find(query, limit, offset) {
      // SQLite's LIKE takes a NUL for the end of the pattern.
      const words = query.split(/[\s\p{Cc}]+/u).filter((word) => word !== '')
      if (words.length === 0) return { titles: [], messages: [], more: false, method: 'simple' }
      const patterns = JSON.stringify(words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`))
      const found = messages.all(patterns, limit + 1, offset) as unknown as MessageHitRow[]
      const named = offset === 0 ? titles.all(patterns) : []
      return {
        titles: (named as unknown as (Omit<TitleHit, 'title'> & { title: string })[]).map((hit) => ({
          ...hit,
          title: around(hit.title, words),
        })),
        messages: found.slice(0, limit).map((hit) => ({ ...hit, snippet: around(hit.snippet, words) })),
        more: found.length > limit,
        method: 'simple',
      }
    },
  }
}

/** The text around the first word that is found in it. */
function around(text: string, words: readonly string[]): SnippetPart[] {
  const lower = text.toLowerCase()
  const [first] = words
    .map((word) => ({ at: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const at = first?.at ?? 0
  const end = at + (first?.length ?? 0)
  const from = Math.max(0, at - SNIPPET_CHARS / 2)
  return [
    { text: `${from > 0 ? '…' : ''}${text.slice(from, at)}`, hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end, end + SNIPPET_CHARS), hit: false },
  ].filter((part) => part.text !== '')
}
