/**
 * The stand-in's `contextBridge`: code for the page's own world and for the preload's isolated one. Each
 * function is sent to Chromium as source text, so it uses nothing from outside itself. The two worlds share
 * the document and no object: they talk by events on it, with JSON in them, and hear each other at once.
 */

type AnyFunction = (...args: unknown[]) => unknown

export interface Peer {
  /** Shows a value, with its functions, to the other world. */
  expose(key: string, value: unknown): void
  onExposed(listener: (key: string, value: unknown) => void): void
}

/** One end of the connection; it hears events named `own` and sends ones named `other`. */
export function joinWorlds(own: string, other: string): Peer {
  type Call = { value?: unknown; settle?: PromiseWithResolvers<unknown> }
  type Message = { type: string; id: number; fn: number; args: unknown[]; value: unknown; key: string }

  const functions = new Map<number, AnyFunction>()
  const calls = new Map<number, Call>()
  let lastId = 0
  let exposed: (key: string, value: unknown) => void = () => {}

  const post = (message: object) =>
    document.dispatchEvent(new CustomEvent(other, { detail: JSON.stringify(message) }))

  function mapObject(value: object, map: (value: unknown) => unknown): unknown {
    if (Array.isArray(value)) return value.map(map)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner)]))
  }

  function encode(value: unknown): unknown {
    if (typeof value === 'function') {
      lastId += 1
      functions.set(lastId, value as AnyFunction)
      return { $function: lastId }
    }
    return typeof value === 'object' && value !== null ? mapObject(value, encode) : value
  }

  function decode(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if ('$function' in value) return remote(value.$function as number)
    return mapObject(value, decode)
  }

  /** A function of the other world. Its value, or that it will come later, is known when `post` returns. */
  function remote(fn: number): AnyFunction {
    return (...args) => {
      lastId += 1
      const call: Call = {}
      calls.set(lastId, call)
      post({ type: 'call', id: lastId, fn, args: args.map(encode) })
      return call.settle === undefined ? call.value : call.settle.promise
    }
  }

  function run({ id, fn, args }: Message): void {
    const result = functions.get(fn)?.(...args.map(decode))
    if (!(result instanceof Promise)) {
      post({ type: 'value', id, value: encode(result) })
      return
    }
    post({ type: 'later', id })
    result.then(
      (value) => post({ type: 'resolved', id, value: encode(value) }),
      (error: Error) => post({ type: 'rejected', id, value: error.message }),
    )
  }

  document.addEventListener(own, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Message
    const call = calls.get(message.id)
    if (message.type === 'call') run(message)
    else if (message.type === 'exposed') exposed(message.key, decode(message.value))
    else if (message.type === 'later' && call) call.settle = Promise.withResolvers()
    else {
      calls.delete(message.id)
      if (message.type === 'rejected') call?.settle?.reject(new Error(String(message.value)))
      else if (message.type === 'resolved') call?.settle?.resolve(decode(message.value))
      else if (call) call.value = decode(message.value)
    }
  })

  return {
    expose: (key, value) => post({ type: 'exposed', key, value: encode(value) }),
    onExposed(listener) {
      exposed = listener
    },
  }
}

/** Runs in the page's world before its scripts: puts there, frozen, what the preload exposes. */
export function receiveExposed(peer: Peer): void {
  peer.onExposed((key, value) => {
    Object.defineProperty(window, key, { value: Object.freeze(value), enumerable: true })
  })
}

/**
 * Runs in the isolated world before the preload and returns the `require` that a sandboxed preload has.
 *
 * @param toMain Sends a message to the stand-in's main process.
 */
export function preloadRequire(peer: Peer, toMain: (message: string) => void): (name: string) => unknown {
  const listeners = new Map<string, Set<AnyFunction>>()
  const answers = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  const electron = {
    contextBridge: { exposeInMainWorld: peer.expose },
    ipcRenderer: {
      invoke(channel: string, ...args: unknown[]) {
        lastId += 1
        const answer = Promise.withResolvers<unknown>()
        answers.set(lastId, answer)
        toMain(JSON.stringify({ id: lastId, channel, args }))
        return answer.promise
      },
      on(channel: string, listener: AnyFunction) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      },
      off(channel: string, listener: AnyFunction) {
        listeners.get(channel)?.delete(listener)
      },
    },
  }

  Object.assign(globalThis, {
    standInEvent(channel: string, args: unknown[]) {
      const event = { sender: electron.ipcRenderer }
      for (const listener of listeners.get(channel) ?? []) listener(event, ...args)
    },
    standInAnswer(id: number, ok: boolean, value: unknown) {
      const answer = answers.get(id)
      answers.delete(id)
      if (ok) answer?.resolve(value)
      else answer?.reject(new Error(String(value)))
    },
  })

  return (name) => {
    if (name === 'electron') return electron
    throw new Error(`A sandboxed preload has no module '${name}'`)
  }
}
