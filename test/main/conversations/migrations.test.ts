import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { migrate, SCHEMA_VERSION } from '../../../main/conversations/migrations.ts'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import { said, send, storeFolders } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

const fixture = (version: number) =>
  readFileSync(new URL(`../../fixtures/store/version-${version}.sql`, import.meta.url), 'utf8')

/** Tables and indexes with their columns, in an order that does not depend on how they came about. */
function schemaOf(database: DatabaseSync): unknown {
  const tables = database.prepare(
    "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  return tables.all().map(({ type, name }) => ({
    type,
    name,
    columns: database
      .prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY name')
      .all(String(name)),
  }))
}

it.each(Array.from({ length: SCHEMA_VERSION - 1 }, (_, at) => at + 1))(
  'a file of version %i keeps all it holds, and has the schema of a new one',
  (version) => {
    const at = folder()
    const old = new DatabaseSync(conversationsFile(at))
    old.exec(fixture(version))
    old.close()
    const store = open(at)
    expect(store.status()).toMatchObject({ state: 'ready', message: null })
    expect(store.list(10, null).items).toMatchObject([
      { id: 'c-1', title: 'Penguins', pinned: true, updatedAtMs: 2000.5 },
    ])
    expect(said(store, 'c-1')).toEqual(['Tell me about penguins', 'Penguins cannot'])
    const conversation = store.open('c-1')
    expect(conversation.siblings).toEqual({ 'r-2': ['r-1', 'r-2'] })
    // What came later to a turn is as in a new one.
    expect(conversation.messages[1]).toMatchObject({ turn: { end: 'interrupted', livePower: null } })
    expect(store.search('penguins', 10, 0).messages).toHaveLength(3)
    expect(store.undoDeletion('d-1')).toBe('c-2')
    send(store, 'c-1', 'more')
    store.saveDraft('c-1', 'unsent')
    store.close()

    const fresh = folder()
    open(fresh).close()
    const [migrated, made] = [at, fresh].map((place) => new DatabaseSync(conversationsFile(place)))
    expect(migrated && schemaOf(migrated)).toEqual(made && schemaOf(made))
    expect(migrated?.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    // Compares the index with the texts: throws when either has what the other has not.
    migrated?.exec("INSERT INTO messages_text (messages_text, rank) VALUES ('integrity-check', 1)")
    migrated?.close()
    made?.close()
  },
)

it('takes all steps or none', () => {
  const database = new DatabaseSync(':memory:')
  // Stands in the way of the first step, half way through.
  database.exec('CREATE TABLE deletions (x)')
  expect(() => migrate(database)).toThrow('already exists')
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'messages'").all()).toEqual([])
})

it('leaves a file of a newer version alone, and says so', () => {
  const at = folder()
  open(at).close()
  const database = new DatabaseSync(conversationsFile(at))
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
  database.close()
  const before = readFileSync(conversationsFile(at))
  const store = open(at)
  expect(store.status()).toMatchObject({ state: 'unavailable', keptAside: null })
  expect(() => store.list(10, null)).toThrow('newer version')
  store.close()
  expect(readFileSync(conversationsFile(at)).equals(before)).toBe(true)
})
