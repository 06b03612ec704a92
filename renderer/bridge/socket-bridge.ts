import type { CommandInput, CommandName, CommandOutput } from '../../shared/bridge.ts'
import type { Result } from '../../shared/result.ts'
import { createListeners } from './listeners.ts'
import { disconnected, type PageBridge } from './page-bridge.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5000

export interface SocketBridgeOptions {
  /** Opens a new connection to main; called again after each loss. */
  connect(): WebSocket
}

/** What main sends: an answer to a call, or an event. */
type Incoming = { id: number; result: Result<unknown> } | { event: string; payload: unknown }

/** A socket bridge can be closed, for tests; a page keeps its bridge as long as it lives. */
export interface SocketBridge extends PageBridge {
  close(): void
}

/**
 * The bridge in the browser host's page: over a WebSocket, which it opens again whenever it is lost. A call
 * made while there is no connection waits for the next attempt; if that fails, so does the call.
 */
export function socketBridge({ connect }: SocketBridgeOptions): SocketBridge {
  const listeners = createListeners()
  const connectionListeners = new Set<(connected: boolean) => void>()
  const pending = new Map<number, (result: Result<unknown>) => void>()
  /** Calls that wait for a connection, as they will be sent. */
  let unsent: string[] = []
  let lastId = 0
  let retryMs = FIRST_RETRY_MS
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** Null until the first attempt has ended. */
  let connected: boolean | null = null
  let socket = open()

  function open(): WebSocket {
    const opening = connect()
    opening.onopen = () => {
      retryMs = FIRST_RETRY_MS
      for (const text of unsent) opening.send(text)
      unsent = []
      setConnected(true)
    }
    opening.onmessage = (message) => receive(JSON.parse(String(message.data)) as Incoming)
    // A refused token and a server that is not there look alike to a page: `close` without `open`.
    opening.onclose = () => lose()
    return opening
  }

  function receive(message: Incoming): void {
    if ('event' in message) {
      listeners.emit(message.event, message.payload)
      return
    }
    pending.get(message.id)?.(message.result)
    pending.delete(message.id)
  }

  function lose(): void {
    unsent = []
    const lost = [...pending.values()]
    pending.clear()
    setConnected(false)
    for (const resolve of lost) resolve(disconnected())
    if (closed) return
    retryTimer = setTimeout(() => {
      socket = open()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  function setConnected(now: boolean): void {
    if (connected === now) return
    connected = now
    for (const listener of connectionListeners) listener(now)
  }

  return {
    call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
      if (closed) return Promise.resolve(disconnected())
      lastId += 1
      const id = lastId
      const text = JSON.stringify({ id, name, input })
      return new Promise((resolve) => {
        // Main answers each command with the output that the contract gives it.
        pending.set(id, (result) => resolve(result as Result<CommandOutput<N>>))
        if (socket.readyState === socket.OPEN) socket.send(text)
        else unsent.push(text)
      })
    },
    on: listeners.add,
    onConnection(listener) {
      connectionListeners.add(listener)
      if (connected !== null) listener(connected)
      return () => {
        connectionListeners.delete(listener)
      }
    },
    close() {
      closed = true
      clearTimeout(retryTimer)
      // Between two connections there is no socket left to report the end.
      if (socket.readyState === socket.CLOSED) lose()
      else socket.close()
    },
  }
}
