import type { ServerStatus } from './server-status.ts'
import type { Settings } from './settings.ts'

/**
 * The model the next message goes to: the one the user chose for this server if it is still offered, else
 * one the server has in memory, else its first. Null when the server offers none, which leaves the choice
 * to the server. Used on both sides of the bridge, so that what is shown is what is sent.
 */
export function modelFor(settings: Settings, status: ServerStatus): string | null {
  const chosen = settings.modelByServer[status.serverId]
  // A server that cannot be asked offers no list: the choice stands.
  if (status.models.length === 0) return chosen ?? null
  const offered = status.models.find((model) => model.id === chosen)
  return (offered ?? status.models.find((model) => model.loaded) ?? status.models[0])?.id ?? null
}
