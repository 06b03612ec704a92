import type { Bridge } from '../../shared/bridge.ts'
import { type AppStore, createApp } from './app.ts'
import { type AssistantStore, createAssistant } from './assistant.ts'
import { type ConversationsStore, createConversations } from './conversations.ts'
import { createDeletions, type DeletionsStore } from './deletions.ts'
import { createDrafts, type DraftsStore } from './drafts.ts'
import { createImport, type ImportStore } from './import.ts'
import { createLive, type Live } from './live.ts'
import { createMachine, type MachineStore } from './machine.ts'
import { createSearch, type SearchStore } from './search.ts'
import { createServers, type ServersStore } from './servers.ts'
import { createSettings, type SettingsStore } from './settings.ts'
import { createStoreStatus, type StoreStatusStore } from './store-status.ts'
import { createThread, type Thread } from './thread.ts'
import { createTurns, type TurnsStore } from './turns.ts'

/** Everything the page knows: one store for each concern. */
export interface Stores {
  readonly bridge: Bridge
  readonly app: AppStore
  readonly settings: SettingsStore
  readonly servers: ServersStore
  readonly assistant: AssistantStore
  readonly storeStatus: StoreStatusStore
  readonly conversations: ConversationsStore
  readonly drafts: DraftsStore
  readonly search: SearchStore
  readonly deletions: DeletionsStore
  readonly importing: ImportStore
  readonly thread: Thread
  readonly live: Live
  readonly machine: MachineStore
  readonly turns: TurnsStore
}

/** Builds the stores and joins those that speak to each other: the thread, the live turns, the deletions. */
export function createStores(bridge: Bridge, nowMs: () => number = () => performance.now()): Stores {
  const thread: Thread = createThread(bridge, {
    onRunning: (turnIds) => {
      for (const turnId of turnIds) live.ensure(turnId)
    },
    // Its first batches, even its last, may have come before the answer: only a snapshot is sure.
    onStarted: ({ reply }) => live.ensure(reply.id),
  })
  const live: Live = createLive(bridge, {
    onEnd: (turnId, turn) => thread.finish(turnId, turn),
    onLost: (turnId, turn) => void thread.lose(turnId, turn),
    nowMs,
  })
  const deletions = createDeletions(bridge, {
    isOpen: (id) => thread.store.getState().openId === id,
    own: thread.own,
    onBranch: thread.take,
    onUndone: ({ wasOpen, conversationId }, conversation) => {
      if (wasOpen && thread.store.getState().openId !== conversationId) void thread.open(conversationId)
      else thread.take(conversation)
    },
  })
  return {
    bridge,
    app: createApp(),
    settings: createSettings(bridge),
    servers: createServers(bridge),
    assistant: createAssistant(bridge),
    storeStatus: createStoreStatus(bridge),
    conversations: createConversations(bridge),
    drafts: createDrafts(bridge),
    search: createSearch(bridge),
    deletions,
    importing: createImport(bridge),
    thread,
    live,
    machine: createMachine(bridge),
    turns: createTurns(bridge),
  }
}

/** Hears main's events until the returned function is called. */
export function listen(stores: Stores): () => void {
  const { bridge, thread, live } = stores
  const ends = [
    bridge.on('turns.batches', (batches) => live.receive(batches)),
    bridge.on('turns.started', (started) => {
      live.begin(started)
      thread.begin(started)
    }),
    bridge.on('conversations.changed', (change) => {
      stores.conversations.apply(change)
      stores.turns.changed()
      // Deleted, here or in another window: there is nothing to show of it.
      if (change.removed.includes(thread.store.getState().openId ?? '')) thread.newChat()
    }),
    bridge.on('branches.changed', ({ conversationId }) => {
      thread.changed(conversationId)
      stores.turns.changed()
    }),
    bridge.on('store.changed', (status) => stores.storeStatus.set(status)),
    bridge.on('settings.changed', (settings) => stores.settings.set(settings)),
    bridge.on('servers.changed', (status) => stores.servers.set(status)),
    bridge.on('power.status', (status) => stores.machine.setPower(status)),
    bridge.on('power.samples', (samples) => stores.machine.addSamples(samples)),
    bridge.on('server.metrics', (metrics) => stores.machine.setServer(metrics)),
    bridge.on('assistant.changed', (status) => stores.assistant.set(status)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Asks main for everything: at the start, and after a lost connection, when events may be missing. */
export async function load(stores: Stores): Promise<void> {
  const info = stores.bridge.call('app.info', {}).then((answer) => {
    if (answer.ok) stores.app.store.setState({ info: answer.value })
  })
  stores.live.refresh()
  stores.turns.changed()
  await Promise.all([
    info,
    stores.settings.load(),
    stores.servers.load(),
    stores.assistant.load(),
    stores.storeStatus.load(),
    stores.conversations.load(),
    stores.drafts.load(),
    stores.thread.reload(),
  ])
}
