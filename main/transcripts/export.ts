import type { ParsedInput } from '../../shared/bridge.ts'
import type { ExportFormat, ExportOutcome, ExportParts, ExportScope } from '../../shared/chat/transcript.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import type { HostServices } from '../host.ts'
import { fileNameFrom } from './file-name.ts'
import { htmlPage, htmlTranscript } from './html.ts'
import { TRANSCRIPT_CSS } from './html-style.ts'
import { jsonTranscript, visibleBranch } from './json.ts'
import { markdownTranscript } from './markdown.ts'

/** What an export needs of the host. */
export type ExportHost = Pick<HostServices, 'saveFile' | 'printToPdf'>

const KINDS: Readonly<Record<ExportFormat, { readonly extension: string; readonly mediaType: string }>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  html: { extension: 'html', mediaType: 'text/html' },
  json: { extension: 'json', mediaType: 'application/json' },
  pdf: { extension: 'pdf', mediaType: 'application/pdf' },
}

/**
 * Exports conversations in the format asked for, and has the host save them. Resolves with `saved` only
 * after the bytes are under their name on the disk.
 * @throws UserError
 */
export async function exportTranscript(
  store: ConversationStore,
  host: ExportHost,
  { scope, format, parts }: ParsedInput<'transcripts.export'>,
): Promise<ExportOutcome> {
  const title = scope.kind === 'all' ? 'All conversations' : store.open(scope.conversationId).title
  const { extension, mediaType } = KINDS[format]
  const fileName = fileNameFrom(title, extension)
  const conversations = () => conversationsIn(store, scope)
  if (format === 'pdf' && !host.printToPdf) {
    const bodyHtml = pieces(conversations(), 'html', parts).join('')
    return { outcome: 'print', title, css: TRANSCRIPT_CSS, bodyHtml }
  }
  const bytes = await bytesOf(host, format, title, pieces(conversations(), format, parts))
  if (!host.saveFile) {
    return { outcome: 'download', fileName, mediaType, text: bytes.toString('utf8') }
  }
  const path = await host.saveFile(fileName, bytes)
  return path === null ? { outcome: 'cancelled' } : { outcome: 'saved', path }
}

function* conversationsIn(store: ConversationStore, scope: ExportScope): Generator<WholeConversation> {
  if (scope.kind === 'all') yield* store.everything()
  else {
    const whole = store.whole(scope.conversationId)
    yield scope.kind === 'branch' ? visibleBranch(whole) : whole
  }
}

function pieces(
  conversations: Iterable<WholeConversation>,
  format: ExportFormat,
  parts: ExportParts,
): string[] {
  if (format === 'json') return [...jsonTranscript(conversations, parts, Date.now())]
  const write = format === 'markdown' ? markdownTranscript : htmlTranscript
  const separator = format === 'markdown' ? '\n---\n\n' : ''
  return Array.from(conversations, (conversation, at) =>
    at === 0 ? write(conversation, parts) : separator + write(conversation, parts),
  )
}

async function bytesOf(
  host: ExportHost,
  format: ExportFormat,
  title: string,
  texts: readonly string[],
): Promise<Buffer> {
  if (format === 'pdf' && host.printToPdf)
    return Buffer.from(await host.printToPdf(htmlPage(title, texts.join(''))))
  if (format === 'html') return Buffer.from(htmlPage(title, texts.join('')))
  return Buffer.concat(texts.map((text) => Buffer.from(text)))
}
