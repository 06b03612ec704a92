import { expect, test } from 'vitest'
import { createImport } from '../../../renderer/state/import.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

interface Piece {
  readonly uploadId: string
  readonly index: number
  readonly last: boolean
  readonly base64: string
}

/** Main that joins the pieces as it does. */
function rig() {
  const bridge = new FakeBridge()
  const pieces: Piece[] = []
  bridge.answer('transcripts.import', (piece) => {
    pieces.push(piece)
    if (!piece.last) return ok(null)
    return ok({ format: 'afm-desktop', imported: [], duplicates: 1, notes: [] })
  })
  const importing = createImport(bridge, () => 'upload')
  return { bridge, importing, pieces, state: () => importing.store.getState() }
}

test('a large file arrives whole, in pieces main takes', async () => {
  const { importing, pieces, state } = rig()
  const bytes = new Uint8Array(7 * 1024 * 1024 + 5).map((_, at) => (at * 31) % 256)
  await importing.run(new File([bytes], 'chats.json'))
  expect(pieces.map(({ index, last }) => [index, last])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ])
  expect(pieces.every(({ base64 }) => base64.length <= 4 * 1024 * 1024)).toBe(true)
  const joined = Buffer.concat(pieces.map(({ base64 }) => Buffer.from(base64, 'base64')))
  expect(joined.equals(Buffer.from(bytes))).toBe(true)
  expect(state()).toMatchObject({ phase: 'done', name: 'chats.json', report: { duplicates: 1 } })
})

test('an empty file is main’s to refuse', async () => {
  const { bridge, importing, state } = rig()
  bridge.answer('transcripts.import', () => failed('invalid-file', 'Nothing was imported: it is empty.'))
  await importing.run(new File([], 'empty.json'))
  expect(state()).toEqual({
    phase: 'failed',
    name: 'empty.json',
    message: 'Nothing was imported: it is empty.',
  })
})

test('a file that cannot be read is told, and the next one can be tried', async () => {
  const { importing, state } = rig()
  const file = new File(['{}'], 'gone.json')
  Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('It is gone')) }) })
  await importing.run(file)
  expect(state()).toMatchObject({ phase: 'failed', message: 'Nothing was imported: It is gone' })
  await importing.run(new File(['{}'], 'here.json'))
  expect(state().phase).toBe('done')
})

test('a file too large to import is not sent', async () => {
  const { bridge, importing, state } = rig()
  const file = Object.defineProperty(new File([], 'huge.json'), 'size', { value: 300 * 1024 * 1024 })
  await importing.run(file)
  expect(state().phase).toBe('failed')
  expect(bridge.calls).toEqual([])
})
