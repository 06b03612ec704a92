import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BridgeEventName, BridgeEvents } from '../shared/bridge.ts'
import type { LoginItem } from '../shared/native.ts'
import type { Result } from '../shared/result.ts'
import type { UpdateStatus } from '../shared/update.ts'

/** Keeps secrets out of the settings file. Failures are UserErrors that say what to do. */
export interface SecretStore {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** What a host alone has, and hands to the app. Nothing else tells the app where it runs. */
export interface HostServices {
  readonly kind: 'electron' | 'browser'
  readonly version: string
  /** An existing, writable folder. */
  readonly dataFolder: string
  readonly keyStorage: 'keychain' | 'file'
  readonly secrets: SecretStore
  /** Opens an URL outside the app; the app has already checked it. */
  openExternal(url: string): Promise<void>
  /**
   * Asks the user where to save a file, and writes it there whole or not at all. Resolves with its path
   * once it is on the disk under that name, with null when the user cancelled. A host without it leaves
   * saving to the page.
   */
  saveFile?(suggestedName: string, bytes: Uint8Array): Promise<string | null>
  /** Prints a self-contained page without scripts to PDF. A host without it leaves printing to the page. */
  printToPdf?(html: string): Promise<Uint8Array>
  /** Opening the app at login, where the host can do that. */
  readonly loginItem?: { get(): LoginItem; set(open: boolean): LoginItem }
  /** Updates of the app, where the host can install them. */
  readonly updates?: HostUpdates
  /** Takes a fault of the app's own; without it, it goes to standard error. */
  report?(error: unknown): void
  /** A server given on the command line: used for this run, not saved. */
  readonly serverUrl?: string
}

/** Updates as a host has them. */
export interface HostUpdates {
  status(): UpdateStatus
  /** Ends the app in order and starts the new version. Fails with a UserError while a turn runs. */
  install(): void
  onChange(listener: (status: UpdateStatus) => void): void
}

/** Receives every event of the app; a host forwards them to its windows. */
export type EventListener = <N extends BridgeEventName>(name: N, payload: BridgeEvents[N]) => void

/** The app as a host sees it: commands in, events out. */
export interface App {
  /** Runs a command that came over the bridge. Input and name are hostile; never rejects. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>
  /** Listens to all events until the returned function is called. */
  onEvent(listener: EventListener): () => void
  /**
   * Answers a request to the Assistant API's path that came to a server of the host, checking where it
   * comes from. Never rejects.
   */
  answerAssistant(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Stops every turn, waits until each is stored, and ends what the app started. */
  close(): Promise<void>
}
