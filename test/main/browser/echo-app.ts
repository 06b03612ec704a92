import type { App, EventListener } from '../../../main/host.ts'
import type { BridgeEventName, BridgeEvents } from '../../../shared/bridge.ts'

/** A small App: it answers each command with the name and input it got, and sends what a test tells it to. */
export interface EchoApp extends App {
  emit<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
  readonly listenerCount: number
}

export function createEchoApp(): EchoApp {
  const listeners = new Set<EventListener>()
  return {
    async call(name, input) {
      if (name === 'never') await new Promise(() => {})
      return { ok: true, value: { name, input } }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async answerAssistant(_request, response) {
      response.end('assistant')
    },
    async close() {},
    emit(name, payload) {
      for (const listener of listeners) listener(name, payload)
    },
    get listenerCount() {
      return listeners.size
    },
  }
}
