import type { ServerKind } from '../../shared/chat/settings.ts'
import { useServers, useSettings } from '../state/context.ts'

/** What the server speaks that the next message goes to; the demo in place of a server speaks as AFM does. */
export function useServerKind(): ServerKind {
  const serverId = useServers((state) => state.status?.serverId)
  return useSettings((state) => state.settings?.servers.find(({ id }) => id === serverId)?.kind ?? 'afm')
}
