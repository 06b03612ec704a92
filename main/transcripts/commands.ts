import type { BridgeEventName, BridgeEvents } from '../../shared/bridge.ts'
import type { CommandHandlers } from '../commands.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import { type ExportHost, exportTranscript } from './export.ts'
import { ImportUpload, importFile } from './import.ts'

/** The bridge's commands on transcripts. */
export function transcriptCommands({
  store,
  host,
  emit,
}: {
  readonly store: ConversationStore
  readonly host: ExportHost
  emit<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
}): Pick<CommandHandlers, 'transcripts.export' | 'transcripts.import'> {
  const upload = new ImportUpload()
  return {
    'transcripts.export': (input) => exportTranscript(store, host, input),
    'transcripts.import': async (piece) => {
      const file = upload.take(piece)
      if (file === null) return null
      const report = importFile(store, file)
      const changed = report.imported.flatMap(({ conversationId }) => store.summary(conversationId) ?? [])
      if (changed.length > 0) emit('conversations.changed', { changed, removed: [] })
      return report
    },
  }
}
