import { modelFor } from '../../shared/chat/model-choice.ts'
import type { ModelInfo } from '../../shared/chat/server-status.ts'
import type { ServerKind } from '../../shared/chat/settings.ts'
import { useServers, useSettings } from '../state/context.ts'
import { useServerKind } from './use-server-kind.ts'

export interface ModelChoice {
  /** The model the next message goes to; null when the server is left to choose. */
  readonly modelId: string | null
  readonly serverId: string
  readonly models: readonly ModelInfo[]
  /** Why there is nothing to choose from; null when there is. */
  readonly empty: string | null
}

const NONE: readonly ModelInfo[] = []

/** The selected server's models, and the one that the next message goes to. */
export function useModelChoice(): ModelChoice {
  const status = useServers((state) => state.status)
  const settings = useSettings((state) => state.settings)
  const kind = useServerKind()
  const models = status?.models ?? NONE
  return {
    // An Assistant API chooses its model itself, whatever was chosen while the server was of another kind.
    modelId: kind === 'afm' && status && settings ? modelFor(settings, status) : null,
    serverId: status?.serverId ?? '',
    models,
    empty: models.length > 0 ? null : emptyWords(status?.state, kind),
  }
}

function emptyWords(state: string | undefined, kind: ServerKind): string {
  if (state === undefined || state === 'checking') return 'Looking for models…'
  if (state === 'unreachable') return 'Server unreachable'
  return kind === 'assistant' ? 'The server’s own model' : 'No models'
}
