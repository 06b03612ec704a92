import { modelFor } from '../../shared/chat/model-choice.ts'
import type { ModelInfo } from '../../shared/chat/server-status.ts'
import { useServers, useSettings } from '../state/context.ts'

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
  const models = status?.models ?? NONE
  return {
    modelId: status && settings && modelFor(settings, status),
    serverId: status?.serverId ?? '',
    models,
    empty: models.length > 0 ? null : emptyWords(status?.state),
  }
}

function emptyWords(state: string | undefined): string {
  if (state === undefined || state === 'checking') return 'Looking for models…'
  return state === 'unreachable' ? 'Server unreachable' : 'No models'
}
