import type { ServerKind } from '../../shared/chat/settings.ts'
import { probeServer, type ServerProbe } from '../afm/probe.ts'
import { probeAssistant } from '../assistant/probe.ts'

/**
 * Asks a server how it is, in the way of its kind.
 * @throws UserError with words that say what to do.
 */
export function probe(
  kind: ServerKind,
  target: { readonly baseUrl: string; readonly key: string | null },
): Promise<ServerProbe> {
  return kind === 'assistant' ? probeAssistant(target) : probeServer(target)
}
