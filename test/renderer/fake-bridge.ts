import type {
  Bridge,
  BridgeEventName,
  BridgeEvents,
  CommandInput,
  CommandName,
  CommandOutput,
} from '../../shared/bridge.ts'
import type { Result } from '../../shared/result.ts'

type Handler<N extends CommandName> = (
  input: CommandInput<N>,
) => Result<CommandOutput<N>> | Promise<Result<CommandOutput<N>>>

/** Main, as far as a test says what it answers; what it does not say is not found. */
export class FakeBridge implements Bridge {
  readonly calls: { readonly name: CommandName; readonly input: unknown }[] = []
  readonly #handlers = new Map<CommandName, (input: never) => unknown>()
  readonly #listeners = new Map<BridgeEventName, Set<(payload: never) => void>>()

  answer<N extends CommandName>(name: N, handler: Handler<N>): this {
    this.#handlers.set(name, handler)
    return this
  }

  async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
    this.calls.push({ name, input })
    const handler = this.#handlers.get(name) as Handler<N> | undefined
    return handler
      ? handler(input)
      : { ok: false, error: { code: 'not-found', message: `${name}: no answer` } }
  }

  on<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvents[N]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  emit<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload as never)
  }

  /** How often a command was called. */
  count(name: CommandName): number {
    return this.calls.filter((call) => call.name === name).length
  }
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (code: string, message: string): Result<never> => ({
  ok: false,
  error: { code, message },
})
