import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConversationStore } from '../../main/conversations/conversation-store.ts'
import type { Message } from '../../shared/chat/conversation.ts'
import { NO_SAMPLING } from '../../shared/chat/settings.ts'
import { accumulate } from '../../shared/stream/accumulate.ts'
import { newTurn } from '../../shared/stream/turn.ts'
import { type BenchRow, percentile } from './row.ts'

const CONVERSATIONS = 10_000
const MESSAGES = 100
const LONG_THREAD = 5_000
const VOCABULARY = 50_000
const OPENS = 500
const SEARCHES = 600
const COMMITS = 400

/**
 * The store with a million messages: opening a conversation, searching, and the one commit that stands
 * between a click on Send and the request. The file is generated, which takes minutes, and says how far it is.
 */
export async function storeBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'afm-desktop-bench-'))
  const store = new ConversationStore(folder)
  try {
    const random = seeded(1)
    const ids = fill(store, random)
    const opens = measure(OPENS, () => store.open(ids[Math.floor(random() * CONVERSATIONS)] ?? ''))
    const longId = addLong(store, random)
    const longOpens = measure(20, () => store.open(longId))
    const searches = measure(SEARCHES, (at) => store.search(queryOf(random, at), 50, 0))
    const commits = measure(COMMITS, (at) => commit(store, ids[at] ?? '', random))
    const row = (what: string, took: Took[], percent: number, bar: number | null): BenchRow => {
      const value = percentile(
        took.map(({ wallMs }) => wallMs),
        percent,
      )
      const ok = bar === null || value <= bar
      return { what: `${what}, p${percent}`, value, unit: 'ms', bar: bar === null ? '' : `≤ ${bar} ms`, ok }
    }
    const cpu = (took: Took[], percent: number): BenchRow => {
      const value = percentile(
        took.map(({ cpuMs }) => cpuMs),
        percent,
      )
      return { what: `  of it processor time, p${percent}`, value, unit: 'ms', bar: '', ok: true }
    }
    return [
      row('open one of 10,000 conversations of 100 messages', opens, 50, 5),
      row('open one of 10,000 conversations of 100 messages', opens, 99, null),
      row('open a conversation of 5,000 messages', longOpens, 50, null),
      cpu(longOpens, 50),
      row('search in a million messages, newest first', searches, 50, 10),
      row('search in a million messages, newest first', searches, 99, 50),
      cpu(searches, 99),
      row('commit a message before its request leaves', commits, 50, null),
      row('commit a message before its request leaves', commits, 99, 10),
      cpu(commits, 99),
    ]
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What one operation took, ms: on the clock, and of the processor's time, which other programs do not touch. */
interface Took {
  readonly wallMs: number
  readonly cpuMs: number
}

function measure(times: number, run: (at: number) => unknown): Took[] {
  return Array.from({ length: times }, (_, at) => {
    const cpuBefore = process.cpuUsage()
    const startedAtMs = performance.now()
    run(at)
    const wallMs = performance.now() - startedAtMs
    const { user, system } = process.cpuUsage(cpuBefore)
    return { wallMs, cpuMs: (user + system) / 1000 }
  })
}

/** One word, two words, and beginnings of words as they stand in a search field while somebody types. */
function queryOf(random: () => number, at: number): string {
  const word = () => wordOf(Math.floor(random() ** 3 * VOCABULARY))
  if (at % 3 === 0) return word()
  if (at % 3 === 1) return `${word()} ${word()}`
  return word().slice(0, 2 + Math.floor(random() * 3))
}

function fill(store: ConversationStore, random: () => number): string[] {
  const ids: string[] = []
  const step = 100
  for (let from = 0; from < CONVERSATIONS; from += step) {
    const batch = Array.from({ length: step }, (_, at) => conversation(from + at, MESSAGES, random))
    store.addAll(batch.map((whole) => ({ whole, hash: whole.id })))
    ids.push(...batch.map(({ id }) => id))
    process.stderr.write(`\r  generating: ${(((from + step) / CONVERSATIONS) * 100).toFixed(0)} %`)
  }
  process.stderr.write('\n')
  return ids
}

function addLong(store: ConversationStore, random: () => number): string {
  const whole = conversation(CONVERSATIONS, LONG_THREAD, random)
  store.addAll([{ whole, hash: whole.id }])
  return whole.id
}

function commit(store: ConversationStore, id: string, random: () => number): void {
  const question = user(`${id}-q`, `${id}-${MESSAGES - 1}`, sentence(random, 40))
  const reply = { ...answer(`${id}-r`, question.id, ''), turn: newTurn('r') }
  store.beginTurn({ conversation: { id }, userMessage: question, reply, draft: id })
}

function conversation(number: number, messages: number, random: () => number) {
  const id = `c${number}`
  const list: Message[] = []
  for (let at = 0; at < messages; at += 1) {
    const parentId = at === 0 ? null : `${id}-${at - 1}`
    const text = sentence(random, at % 2 === 0 ? 12 : 45)
    list.push(
      at % 2 === 0 ? user(`${id}-${at}`, parentId, text) : answer(`${id}-${at}`, parentId ?? '', text),
    )
  }
  const leafId = list.at(-1)?.id ?? null
  return {
    id,
    title: sentence(random, 5),
    createdAtMs: number,
    updatedAtMs: number,
    pinned: false,
    leafId,
    messages: list,
  }
}

const user = (id: string, parentId: string | null, text: string) =>
  ({ role: 'user', id, parentId, createdAtMs: 1, text }) as const

function answer(id: string, parentId: string, text: string) {
  const turn = accumulate(newTurn('r'), [
    { type: 'content', atMs: 5, text, deltas: 50 },
    { type: 'usage', atMs: 6, usage: { promptTokens: 100, completionTokens: 50 } },
    { type: 'done', atMs: 900, end: 'done' },
  ])
  const sampling = { ...NO_SAMPLING, stop: [] }
  const request = {
    serverName: 's',
    baseUrl: 'b',
    model: 'm',
    sampling,
    thinking: 'default',
    profile: 'off',
    demo: false,
  } as const
  return { role: 'assistant', id, parentId, createdAtMs: 1, request, turn } as const
}

/** Words as languages have them: few that are everywhere, most of them rare. */
function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => wordOf(Math.floor(random() ** 3 * VOCABULARY))).join(' ')
}

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ter',
  'an',
  'sul',
  'e',
  'ro',
  'pin',
  'da',
  'vek',
  'us',
  'ni',
  'qua',
  'ster',
  'o',
]

function wordOf(rank: number): string {
  let word = ''
  // A prime step, so that neighbours in rank share no beginning.
  for (let left = (rank * 7919 + 16) % 1_048_573; left > 0 || word.length < 2; left = Math.floor(left / 16)) {
    word += SYLLABLES[left % 16] ?? ''
  }
  return word
}

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
