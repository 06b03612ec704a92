import type { ModelInfo } from '../../shared/chat/server-status.ts'
import { useSettings, useStores } from '../state/context.ts'
import { formatCount } from '../ui/format.ts'
import { type Option, Select } from '../ui/select.tsx'
import { useModelChoice } from './use-model-choice.ts'

/** Chooses the model the next message goes to. */
export function ModelSelect() {
  const { app, settings } = useStores()
  const { modelId, serverId, models, empty } = useModelChoice()
  const byServer = useSettings((state) => state.settings?.modelByServer)
  const choose = async (value: string) =>
    app.report(await settings.update({ modelByServer: { ...byServer, [serverId]: value } }))
  return (
    <Select
      label="Model"
      value={modelId ?? ''}
      options={models.map(optionOf)}
      empty={modelId ?? empty ?? ''}
      onChange={(value) => void choose(value)}
    />
  )
}

function optionOf({ id, loaded, contextTokens }: ModelInfo): Option {
  const words = [
    loaded === null ? null : loaded ? 'in memory' : 'not loaded',
    contextTokens === null ? null : `${formatCount(contextTokens)} tokens of context`,
  ].filter((word) => word !== null)
  return { value: id, label: id, ...(words.length > 0 && { detail: words.join(' · ') }) }
}
