import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { conversationsFile } from '../../../main/conversations/open-file.ts'
import { isSqliteWarning } from '../../../main/conversations/sqlite.ts'
import type { StoreStatus } from '../../../shared/chat/store-status.ts'
import { makeReadOnly } from '../../fixtures/read-only-folder.ts'
import { answered, grown, newReply, said, send, storeFolders, userMessage } from './store-fixtures.ts'

const { folder, open, cleanUp } = storeFolders()
afterEach(cleanUp)

/** A file with enough in it to be cut in the middle. */
function filled(at: string): string {
  const store = open(at)
  for (let n = 0; n < 20; n += 1) send(store, null, `talk ${n} ${'word '.repeat(400)}`)
  store.close()
  return conversationsFile(at)
}

function overwrite(path: string, from: number, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, from)
  closeSync(file)
}

describe('a damaged file', () => {
  const garbage = Buffer.alloc(20_000, 'garbage ')
  it.each([
    ['cut in the middle', (path: string) => ftruncate(path, Math.floor(statSync(path).size / 2) + 7)],
    ['cut to its first bytes', (path: string) => ftruncate(path, 50)],
    ['that is none of SQLite’s', (path: string) => writeFileSync(path, garbage)],
    ['with garbage where its tables begin', (path: string) => overwrite(path, 100, garbage)],
    ['with garbage further on', (path: string) => overwrite(path, 40_960, garbage)],
    [
      'of which only the log is left',
      (path: string) => {
        writeFileSync(`${path}-wal`, garbage)
        ftruncate(path, 0)
      },
    ],
  ])('%s is kept aside, byte for byte, and a new one begun', (_how, damage) => {
    const at = folder()
    const path = filled(at)
    damage(path)
    const broken = readFileSync(path)
    const store = open(at)
    const { state, message, keptAside } = store.status()
    expect(state).toBe('ready')
    expect(message).toContain('damaged')
    if (broken.length > 0) expect(readFileSync(keptAside ?? '').equals(broken)).toBe(true)
    expect(store.list(10, null).items).toEqual([])
    const { conversationId } = send(store, null, 'on with it')
    store.close()
    const again = open(at)
    expect(again.status()).toMatchObject({ state: 'ready', message: null, keptAside: null })
    expect(said(again, conversationId)).toHaveLength(2)
  })

  it('found only while it is used is told as what it is', () => {
    const at = folder()
    const path = filled(at)
    const connections: DatabaseSync[] = []
    const store = open(at, { opened: (database) => void connections.push(database) })
    // Behind the open connection's back, as a failing disk does it.
    connections[0]?.exec('PRAGMA shrink_memory')
    overwrite(path, 4096, Buffer.alloc(statSync(path).size - 4096, 'x'))
    let code: unknown
    try {
      for (const _conversation of store.everything()) void _conversation
    } catch (error) {
      code = (error as { code?: unknown }).code
    }
    expect(code).toBe('damaged')
  })
})

function ftruncate(path: string, size: number): void {
  const file = openSync(path, 'r+')
  ftruncateSync(file, size)
  closeSync(file)
}

describe('a full disk', () => {
  /** A store whose file can be kept from growing, which SQLite reports as a full disk. */
  function limited(at: string, options: NonNullable<Parameters<typeof open>[1]> = {}, fromTheStart = false) {
    const connections: DatabaseSync[] = []
    const opened = (database: DatabaseSync) => {
      connections.push(database)
      if (fromTheStart) limit(true)
    }
    const limit = (isFull: boolean) => {
      const [connection] = connections
      const pages = Number(connection?.prepare('PRAGMA page_count').get()?.page_count)
      connection?.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000}`)
    }
    const store = open(at, { ...options, opened })
    return { store, limit }
  }

  it('refuses the message before anything is sent, and keeps what is there', () => {
    const { store, limit } = limited(folder())
    const { conversationId } = send(store, null, 'one')
    limit(true)
    const question = userMessage('x'.repeat(100_000), null)
    const begin = () =>
      store.beginTurn({
        conversation: { id: conversationId },
        userMessage: question,
        reply: newReply(question.id),
        draft: null,
      })
    expect(begin).toThrow('disk is full')
    expect(said(store, conversationId)).toEqual(['one', 'answer to one'])
    limit(false)
    expect(begin).not.toThrow()
  })

  it('at the start still shows the history', () => {
    const at = folder()
    const first = open(at)
    const question = userMessage('one', null)
    const reply = newReply(question.id)
    const conversation = { newTitle: 'x' }
    const { conversationId } = first.beginTurn({ conversation, userMessage: question, reply, draft: null })
    first.saveReplyDraft(grown(reply, { type: 'content', atMs: 1, text: 'so far '.repeat(9000), deltas: 1 }))
    first.close()
    const { store } = limited(at, {}, true)
    expect(said(store, conversationId)[0]).toBe('one')
    store.close()
    expect(open(at).open(conversationId).messages[1]).toMatchObject({ turn: { end: 'interrupted' } })
  })

  it('costs nothing of a reply: it is shown, counted, and saved as soon as there is room', () => {
    const at = folder()
    const counts: number[] = []
    const statusChanged = ({ unsavedReplies }: StoreStatus) => void counts.push(unsavedReplies)
    const { store, limit } = limited(at, { statusChanged })
    const question = userMessage('long story', null)
    const reply = newReply(question.id)
    const { conversationId } = store.beginTurn({
      conversation: { newTitle: 'x' },
      userMessage: question,
      reply,
      draft: null,
    })
    limit(true)
    const story = 'once upon a time '.repeat(10_000)
    expect(() => store.finishReply(answered(reply, story))).toThrow('disk is full')
    expect(said(store, conversationId)).toEqual(['long story', story])
    expect(store.status().unsavedReplies).toBe(1)
    limit(false)
    store.close()
    expect(counts).toEqual([1, 0])
    expect(said(open(at), conversationId)).toEqual(['long story', story])
  })
})

describe('a folder that cannot be used', () => {
  it('leaves no history to be taken for an empty one', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, 'not a folder')
    const store = open(file)
    expect(store.status()).toMatchObject({ state: 'unavailable' })
    expect(() => store.list(10, null)).toThrow()
    expect(() => send(store, null, 'x')).toThrow()
    expect(readFileSync(file, 'utf8')).toBe('not a folder')
  })

  it('shows its history when it can only be read, and refuses what would change it', () => {
    const at = folder()
    const { conversationId } = (() => {
      const store = open(at)
      const sent = send(store, null, 'kept')
      store.close()
      return sent
    })()
    const reader = makeReadOnly(at)
    const script = fileURLToPath(new URL('../../fixtures/read-only-child.ts', import.meta.url))
    const child = spawnSync(process.execPath, [script, at, conversationId], {
      encoding: 'utf8',
      ...reader,
    })
    chmodSync(at, 0o755)
    expect(child.stderr).toBe('')
    expect(JSON.parse(child.stdout)).toEqual({
      state: 'read-only',
      titles: ['kept'],
      said: ['kept', 'answer to kept'],
      switched: false,
      found: 2,
      refused: 'read-only',
    })
    expect(readdirSync(at).filter((name) => name.includes('broken'))).toEqual([])
  })
})

it('holds back Node’s word on SQLite, and no other warning', () => {
  const script = `
    const { databaseClass } = await import(${JSON.stringify(new URL('../../../main/conversations/sqlite.ts', import.meta.url).href)})
    databaseClass()
    process.emitWarning('something else', 'ExperimentalWarning')`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(child.stderr).not.toContain('SQLite')
  expect(child.stderr).toContain('something else')
  const said = 'SQLite is an experimental feature and might change at any time'
  expect(isSqliteWarning(said, 'ExperimentalWarning')).toBe(true)
  expect(isSqliteWarning(said, { type: 'ExperimentalWarning' })).toBe(true)
  expect(isSqliteWarning(said, 'DeprecationWarning')).toBe(false)
  expect(isSqliteWarning('The VM is experimental', 'ExperimentalWarning')).toBe(false)
  expect(existsSync('conversations.sqlite')).toBe(false)
})
