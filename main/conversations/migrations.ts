import type { Database } from './sqlite.ts'

/**
 * The schema, as the steps that lead to it: step n takes a file from version n (`PRAGMA user_version`) to
 * n + 1. A step that has been released is never changed; what must change is a new step.
 */
const STEPS: readonly string[] = [
  // 1: conversations, messages as a tree, what a turn measured, and the deletions that can be undone.
  `
  CREATE TABLE conversations (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at_ms REAL NOT NULL,
    updated_at_ms REAL NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    -- The last message of the visible branch; null while there is none.
    leaf INTEGER,
    -- The deletion that hides it; null while it is shown.
    deletion TEXT
  ) STRICT;
  CREATE INDEX conversations_listed ON conversations (pinned, updated_at_ms, seq) WHERE deletion IS NULL;

  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation INTEGER NOT NULL REFERENCES conversations (seq),
    parent INTEGER REFERENCES messages (seq),
    -- Order among the children of one parent, from 0.
    position INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    created_at_ms REAL NOT NULL,
    deletion TEXT,
    -- What the user wrote, or what the model answered. Last, so that a walk over the tree need not read it.
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_tree ON messages (conversation, parent, position);
  CREATE INDEX messages_parent ON messages (parent);
  CREATE INDEX messages_deleted ON messages (deletion) WHERE deletion IS NOT NULL;

  -- One row for each reply. Columns for what is searched and summed up, JSON for the rest.
  CREATE TABLE turns (
    message INTEGER PRIMARY KEY REFERENCES messages (seq),
    request_id TEXT NOT NULL,
    server_name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    model TEXT NOT NULL,
    -- Null while the reply streams; see StreamEnd.
    end TEXT,
    finish_reason TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    deltas INTEGER NOT NULL,
    first_token_at_ms REAL,
    last_token_at_ms REAL,
    ended_at_ms REAL,
    decode_tok_s REAL,
    gpu_energy_j REAL,
    reasoning TEXT NOT NULL,
    -- ReplyRequest, and the Turn without content and reasoning.
    request TEXT NOT NULL,
    turn TEXT NOT NULL
  ) STRICT;
  CREATE INDEX turns_streaming ON turns (message) WHERE end IS NULL;
  CREATE INDEX turns_model ON turns (model);

  CREATE TABLE deletions (
    id TEXT PRIMARY KEY,
    at_ms REAL NOT NULL,
    conversation INTEGER NOT NULL REFERENCES conversations (seq),
    -- The first message of the branch; null when the whole conversation was deleted.
    message INTEGER REFERENCES messages (seq),
    leaf_before INTEGER,
    leaf_after INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // 2: what was typed and not sent, and by what content an imported conversation is known again.
  `
  CREATE TABLE drafts (
    -- A conversation's id; empty for the one that is not begun yet.
    conversation TEXT PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE conversations ADD COLUMN imported_hash TEXT;
  CREATE INDEX conversations_imported ON conversations (imported_hash) WHERE imported_hash IS NOT NULL;
  `,
]

/** The version this app writes. */
export const SCHEMA_VERSION = STEPS.length

/** The version of a file's schema; 0 for a new file. */
export function schemaVersion(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/** Brings a file to the newest schema: all steps, or, when one fails, none. Newer files are the caller's to refuse. */
export function migrate(database: Database): void {
  const from = schemaVersion(database)
  if (from >= SCHEMA_VERSION) return
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const step of STEPS.slice(from)) database.exec(step)
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
