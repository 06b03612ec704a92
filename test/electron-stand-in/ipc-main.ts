import type { IpcMain as ElectronIpcMain } from 'electron'

type Handler = (event: object, ...args: unknown[]) => unknown

/** Requests of pages, by channel. */
class IpcMain {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** For the stand-in only: answers a request as Electron would. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler(event, ...args))
  }
}

export const ipcMain = new IpcMain()
ipcMain satisfies Record<keyof Pick<ElectronIpcMain, 'handle'>, unknown>
