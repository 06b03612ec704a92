/** What went wrong with a command, in a form that survives the bridge. `message` is for the user. */
export interface Failure {
  /** Stable word, e.g. `invalid-input`, `not-found`, `busy`, `internal`, `disconnected`. */
  readonly code: string
  readonly message: string
}

/** A command's answer. The bridge never throws: Electron would keep only an error's message. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure }

/** A failure that a service throws on purpose: its message may be shown to the user as it is. */
export class UserError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'UserError'
    this.code = code
  }
}
