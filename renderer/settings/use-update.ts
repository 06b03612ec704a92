import { useState } from 'react'
import type { SettingsPatch } from '../../shared/chat/settings.ts'
import { useStores } from '../state/context.ts'

/** Saves a choice at once, and keeps main's words when it could not be saved. */
export function useUpdate(): readonly [failure: string | null, update: (patch: SettingsPatch) => void] {
  const { settings } = useStores()
  const [failure, setFailure] = useState<string | null>(null)
  const update = async (patch: SettingsPatch) => setFailure((await settings.update(patch))?.message ?? null)
  return [failure, (patch) => void update(patch)]
}
