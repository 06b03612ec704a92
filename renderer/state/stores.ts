import type { Bridge } from '../../shared/bridge.ts'
import { type AppStore, createApp } from './app.ts'
import { type AssistantStore, createAssistant } from './assistant.ts'
import { type ConversationsStore, createConversations } from './conversations.ts'
import { createLive, type Live } from './live.ts'
import { createServers, type ServersStore } from './servers.ts'
import { createSettings, type SettingsStore } from './settings.ts'
import { createThread, type Thread } from './thread.ts'

/** Everything the page knows: one store for each concern. */
export interface Stores {
  readonly bridge: Bridge
  readonly app: AppStore
  readonly settings: SettingsStore
  readonly servers: ServersStore
  readonly assistant: AssistantStore
  readonly conversations: ConversationsStore
  readonly thread: Thread
  readonly live: Live
}

/** Builds the stores and joins the two that speak to each other: the thread and the live turns. */
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
  return {
    bridge,
    app: createApp(),
    settings: createSettings(bridge),
    servers: createServers(bridge),
    assistant: createAssistant(bridge),
    conversations: createConversations(bridge),
    thread,
    live,
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
    bridge.on('conversations.changed', (change) => stores.conversations.apply(change)),
    bridge.on('branches.changed', ({ conversationId }) => {
      if (thread.store.getState().openId === conversationId) void thread.reload()
    }),
    bridge.on('settings.changed', (settings) => stores.settings.set(settings)),
    bridge.on('servers.changed', (status) => stores.servers.set(status)),
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
  await Promise.all([
    info,
    stores.settings.load(),
    stores.servers.load(),
    stores.assistant.load(),
    stores.conversations.load(),
    stores.thread.reload(),
  ])
}
