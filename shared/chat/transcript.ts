import { z } from 'zod'

const id = z.string().min(1).max(100)

/** What to export: one conversation with all its branches, its visible branch alone, or everything. */
export const exportScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('conversation'), conversationId: id }),
  z.strictObject({ kind: z.literal('branch'), conversationId: id }),
  z.strictObject({ kind: z.literal('all') }),
])
export type ExportScope = z.infer<typeof exportScopeSchema>

export const exportFormatSchema = z.enum(['markdown', 'html', 'pdf', 'json'])
export type ExportFormat = z.infer<typeof exportFormatSchema>

/**
 * What a transcript holds beside the text. JSON with all of them is lossless. Markdown, HTML and PDF read
 * like a book, so they show the visible branch of each conversation only, whatever the scope.
 */
export const exportPartsSchema = z.strictObject({
  reasoning: z.boolean(),
  toolCalls: z.boolean(),
  /** Tokens, rates, times, power and energy. */
  figures: z.boolean(),
  /** AFM's samples of the machine, which are many. */
  samples: z.boolean(),
})
export type ExportParts = z.infer<typeof exportPartsSchema>

/**
 * How an export ended.
 * `saved`: the bytes are on disk under `path`. `cancelled`: the user closed the dialog, nothing was written.
 * `download`: the host has no dialog; the page offers the text to the browser as a file.
 * `print`: the host has no PDF; the page shows `bodyHtml` with `css` and prints it. Both are made by main:
 * everything in them that users, models or files wrote is escaped, and there is no script in them.
 */
export type ExportOutcome =
  | { readonly outcome: 'saved'; readonly path: string }
  | { readonly outcome: 'cancelled' }
  | {
      readonly outcome: 'download'
      readonly fileName: string
      readonly mediaType: string
      readonly text: string
    }
  | {
      readonly outcome: 'print'
      readonly title: string
      readonly css: string
      readonly bodyHtml: string
    }

export { IMPORT_LIMIT_BYTES, IMPORT_PIECE_CHARS } from './import-limits.ts'

/** What an import did. It did all of it or, when the command failed, nothing. */
export interface ImportReport {
  readonly format: 'afm-desktop' | 'llama.cpp'
  /** Conversations that were added, in the file's order. */
  readonly imported: readonly { readonly conversationId: string; readonly title: string }[]
  /** Conversations that were here already with the same content, and were left alone. */
  readonly duplicates: number
  /** What could not be taken over, in words for the user; empty when all could. */
  readonly notes: readonly string[]
}
