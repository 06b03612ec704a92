/**
 * How it stands with updates of the app. `off`: this build looks for none. `current`: none is known.
 * `ready`: `version` is here and is installed when the app ends. `failed`: looking for one or fetching it
 * did not work; it is tried again.
 */
export interface UpdateStatus {
  readonly state: 'off' | 'current' | 'fetching' | 'ready' | 'failed'
  /** The version that is fetched or ready. */
  readonly version: string | null
}
