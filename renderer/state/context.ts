import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { AppState } from './app.ts'
import type { AssistantState } from './assistant.ts'
import type { ConversationsState } from './conversations.ts'
import type { DeletionsState } from './deletions.ts'
import type { DraftsState } from './drafts.ts'
import type { ImportState } from './import.ts'
import type { LiveState, LiveTurn } from './live.ts'
import type { MachineState } from './machine.ts'
import type { SearchState } from './search.ts'
import type { ServersState } from './servers.ts'
import type { SettingsState } from './settings.ts'
import type { StoreStatusState } from './store-status.ts'
import type { Stores } from './stores.ts'
import type { ThreadState } from './thread.ts'
import type { TurnsState } from './turns.ts'

/** Carries the stores from the entry to the components. */
export const StoresContext = createContext<Stores | null>(null)

/** The stores; their functions are for event handlers, their state is read with the hooks below. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('StoresContext is missing above this component.')
  return stores
}

export const useApp = <T>(select: (state: AppState) => T): T => useStore(useStores().app.store, select)
export const useSettings = <T>(select: (state: SettingsState) => T): T =>
  useStore(useStores().settings.store, select)
export const useServers = <T>(select: (state: ServersState) => T): T =>
  useStore(useStores().servers.store, select)
export const useAssistant = <T>(select: (state: AssistantState) => T): T =>
  useStore(useStores().assistant.store, select)
export const useConversations = <T>(select: (state: ConversationsState) => T): T =>
  useStore(useStores().conversations.store, select)
export const useDrafts = <T>(select: (state: DraftsState) => T): T =>
  useStore(useStores().drafts.store, select)
export const useSearch = <T>(select: (state: SearchState) => T): T =>
  useStore(useStores().search.store, select)
export const useDeletions = <T>(select: (state: DeletionsState) => T): T =>
  useStore(useStores().deletions.store, select)
export const useImport = <T>(select: (state: ImportState) => T): T =>
  useStore(useStores().importing.store, select)
export const useStoreStatus = <T>(select: (state: StoreStatusState) => T): T =>
  useStore(useStores().storeStatus.store, select)
export const useMachine = <T>(select: (state: MachineState) => T): T =>
  useStore(useStores().machine.store, select)
export const useTurns = <T>(select: (state: TurnsState) => T): T => useStore(useStores().turns.store, select)
export const useThread = <T>(select: (state: ThreadState) => T): T =>
  useStore(useStores().thread.store, select)

const useLiveStore = <T>(select: (state: LiveState) => T): T => useStore(useStores().live.store, select)

/** A turn that streams; undefined when it does not. Renders again with each of its batches, and no other's. */
export const useLiveTurn = (turnId: string | null): LiveTurn | undefined =>
  useLiveStore((state) => (turnId === null ? undefined : state.turns[turnId]))
