import type { BridgeEventName, BridgeEvents } from '../shared/bridge.ts'
import { DEFAULT_BASE_URL } from '../shared/chat/settings.ts'
import { UserError } from '../shared/result.ts'
import { normalizeBaseUrl } from './afm/base-url.ts'
import { AssistantService } from './assistant/service.ts'
import { type CommandHandlers, runCommand } from './commands.ts'
import { changeOf, conversationCommands } from './conversations/commands.ts'
import { ConversationStore } from './conversations/conversation-store.ts'
import { lockFolder } from './conversations/folder-lock.ts'
import { DashboardService } from './dashboard/dashboard-service.ts'
import { startDemoServer } from './demo/index.ts'
import type { App, EventListener, HostServices } from './host.ts'
import { checkExternalLink } from './links/external-link.ts'
import { keyName, ServerService } from './servers/server-service.ts'
import { ServerWatch } from './servers/server-watch.ts'
import { SessionSettings } from './settings/session-settings.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { transcriptCommands } from './transcripts/commands.ts'
import { TurnService } from './turns/turn-service.ts'

/**
 * Builds the services and joins them to the commands of the bridge. Knows no host: what only a host has
 * comes in as HostServices.
 * @throws UserError when another app uses the data folder (`data-folder-in-use`), when the folder cannot be
 * used, or when the given server URL is none.
 */
export async function createApp(host: HostServices): Promise<App> {
  const serverUrl = host.serverUrl === undefined ? undefined : normalizeBaseUrl(host.serverUrl)
  // Before anything in the folder is touched.
  const lock = lockFolder(host.dataFolder)
  try {
    return await buildApp(host, serverUrl, () => lock?.release())
  } catch (error) {
    lock?.release()
    throw error
  }
}

async function buildApp(host: HostServices, serverUrl: string | undefined, closed: () => void): Promise<App> {
  const listeners = new Set<EventListener>()
  const emit = <N extends BridgeEventName>(name: N, payload: BridgeEvents[N]) => {
    for (const listener of listeners) listener(name, payload)
  }
  const report = (error: unknown) => (host.report ? host.report(error) : console.error('AFM Desktop:', error))

  const settings = new SessionSettings(await SettingsStore.open(host.dataFolder), serverUrl)
  const watch = new ServerWatch({
    defaultBaseUrl: DEFAULT_BASE_URL,
    selectedServer: () => settings.selectedServer,
    keyOf: (id) => host.secrets.get(keyName(id)),
    startDemo: () => startDemoServer({ port: 0 }),
    changed: (status) => emit('servers.changed', status),
  })
  const servers = new ServerService(settings, host.secrets, watch)
  const store = new ConversationStore(host.dataFolder, {
    statusChanged: (status) => emit('store.changed', status),
  })
  const turns = new TurnService({
    store,
    settings: () => settings.current,
    target: () => servers.target(),
    sendBatches: (batches) => emit('turns.batches', batches),
    sendStarted: (started) => emit('turns.started', started),
    conversationChanged: (id) => emit('conversations.changed', changeOf(store, id)),
    runsHere: (runs) => dashboard.turnsRun(runs),
    report,
  })

  const dashboard = new DashboardService({
    powerSetting: () => settings.current.power,
    metricsTarget: () => servers.target(),
    emit,
    measured: (source, readings) => turns.addPower(source, readings),
  })

  const assistant = new AssistantService({
    settings: () => settings.current.assistant,
    target: () => servers.target(),
    changed: (status) => emit('assistant.changed', status),
  })

  const changed = <T extends BridgeEvents['settings.changed']>(next: T): T => {
    emit('settings.changed', next)
    return next
  }
  const { kind, version, dataFolder, keyStorage } = host
  const handlers: CommandHandlers = {
    'app.info': async () => ({ host: kind, version, dataFolder, keyStorage }),
    'app.openExternal': async ({ url }) => {
      await host.openExternal(checkExternalLink(url))
      return null
    },
    // What it means is the host's to know, which sees the command pass.
    'app.pageReady': async () => null,
    'loginItem.get': async () => host.loginItem?.get() ?? null,
    'loginItem.set': async ({ open }) => {
      if (!host.loginItem) throw new UserError('unavailable', 'Only the Mac app can open at login.')
      return host.loginItem.set(open)
    },
    'update.status': async () => host.updates?.status() ?? { state: 'off', version: null },
    'update.install': async () => {
      if (!host.updates) throw new UserError('unavailable', 'This app is not updated from within.')
      host.updates.install()
      return null
    },
    'settings.get': async () => settings.current,
    'settings.update': async (patch) => {
      const next = changed(await settings.update(patch))
      if (patch.selectedServerId !== undefined) void watch.refresh()
      if (patch.assistant !== undefined) await assistant.apply()
      if (patch.power !== undefined) dashboard.apply()
      return next
    },
    'servers.save': async (input) => changed(await servers.save(input)),
    'servers.remove': async (input) => changed(await servers.remove(input)),
    'servers.test': (input) => servers.test(input),
    'servers.status': async () => servers.status(),
    'servers.refresh': () => servers.refresh(),
    'assistant.status': async () => assistant.status,
    ...conversationCommands({ store, turns, emit }),
    ...transcriptCommands({ store, host, emit }),
    'turns.start': (input) => turns.start(input),
    'turns.edit': (input) => turns.edit(input),
    'turns.retry': (input) => turns.retry(input),
    'turns.stop': (input) => turns.stop(input),
    'turns.attach': (input) => turns.attach(input),
    'turns.list': async ({ conversationId, after, limit }) => store.turns(conversationId, after, limit),
    'turns.read': async ({ replyId }) => store.reply(replyId),
    'dashboard.visible': async (input) => dashboard.visible(input),
  }
  host.updates?.onChange((status) => emit('update.changed', status))
  void watch.refresh()
  await assistant.apply()

  return {
    call: (name, input) => runCommand(handlers, name, input, report),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answerAssistant: (request, response) => assistant.endpoint.answer(request, response),
    async close() {
      await assistant.close()
      await turns.close()
      await dashboard.close()
      await watch.close()
      store.close()
      closed()
    },
  }
}
