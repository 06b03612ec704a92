import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge.ts'
import { IMPORT_LIMIT_BYTES, IMPORT_PIECE_CHARS } from '../../shared/chat/import-limits.ts'
import type { ImportReport } from '../../shared/chat/transcript.ts'

export type ImportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly name: string; readonly done: number }
  | { readonly phase: 'done'; readonly name: string; readonly report: ImportReport }
  | { readonly phase: 'failed'; readonly name: string; readonly message: string }

export interface ImportStore {
  readonly store: StoreApi<ImportState>
  /** Sends a file to main, which takes over all of it or nothing. One at a time. */
  run(file: File): Promise<void>
  /** Forgets how the last import ended. */
  reset(): void
}

/** Bytes whose base64 fills a piece; a multiple of three, so that no piece is padded. */
const PIECE_BYTES = (IMPORT_PIECE_CHARS / 4) * 3

/** The import of a file with conversations. */
export function createImport(bridge: Bridge, newId: () => string = () => crypto.randomUUID()): ImportStore {
  const store = createStore<ImportState>(() => ({ phase: 'idle' }))
  const set = (state: ImportState) => store.setState(state, true)

  async function send(file: File): Promise<ImportState> {
    const { name, size } = file
    const failed = (message: string): ImportState => ({ phase: 'failed', name, message })
    if (size > IMPORT_LIMIT_BYTES) return failed('Nothing was imported: the file is larger than 256 MB.')
    const uploadId = newId()
    const count = Math.max(1, Math.ceil(size / PIECE_BYTES))
    for (let index = 0; index < count; index += 1) {
      set({ phase: 'running', name, done: index / count })
      const bytes = await file.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).arrayBuffer()
      const piece = { uploadId, index, last: index === count - 1, base64: base64Of(new Uint8Array(bytes)) }
      const answer = await bridge.call('transcripts.import', piece)
      if (!answer.ok) return failed(answer.error.message)
      if (answer.value) return { phase: 'done', name, report: answer.value }
    }
    return failed('Nothing was imported: the app gave no answer.')
  }

  return {
    store,
    reset: () => set({ phase: 'idle' }),
    async run(file) {
      if (store.getState().phase === 'running') return
      set({ phase: 'running', name: file.name, done: 0 })
      set(
        await send(file).catch((error: unknown) => ({
          phase: 'failed',
          name: file.name,
          // A file that was moved or changed since it was chosen cannot be read.
          message: `Nothing was imported: ${error instanceof Error ? error.message : String(error)}`,
        })),
      )
    },
  }
}

/** As many bytes as an argument list takes. */
const RUN = 8192

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += RUN) text += String.fromCharCode(...bytes.subarray(at, at + RUN))
  return btoa(text)
}
