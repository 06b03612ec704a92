import type { Database } from './sqlite.ts'

/** A branch without its content: the row numbers of its messages, root first, and how long their texts are. */
export interface BranchPath {
  readonly seqs: readonly number[]
  /** Bytes of each message's text. */
  readonly textBytes: readonly number[]
}

/**
 * Reads the way from the root to a message; empty when the message is not shown. SQLite walks it by itself,
 * about a microsecond a message: neither the texts nor the branches beside it are read.
 */
export function pathReader(database: Database): (leaf: number | null) => BranchPath {
  // A parent's number is lower than its child's, and so a damaged file cannot send the walk in circles.
  const walk = database.prepare(`
    WITH RECURSIVE path (seq, parent, bytes) AS (
      SELECT seq, parent, octet_length(text) FROM messages WHERE seq = ? AND deletion IS NULL
      UNION ALL
      SELECT m.seq, m.parent, octet_length(m.text) FROM path p JOIN messages m ON m.seq = p.parent
      WHERE m.seq < p.seq AND m.deletion IS NULL
    )
    SELECT json_group_array(seq) AS seqs, json_group_array(bytes) AS bytes FROM path`)
  return (leaf) => {
    if (leaf === null) return { seqs: [], textBytes: [] }
    // Two strings for the whole walk: thousands of small rows would cost more than reading them.
    const row = walk.get(leaf) as { seqs: string; bytes: string }
    return { seqs: upwards(row.seqs), textBytes: upwards(row.bytes) }
  }
}

/** A list as SQLite made it on its way up, with the root first. */
function upwards(list: string): number[] {
  return (JSON.parse(list) as number[]).reverse()
}
