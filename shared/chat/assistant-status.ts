/** Where the Assistant API listens when nobody says otherwise: the port below AFM's. */
export const DEFAULT_ASSISTANT_PORT = 9998

/** How the app's own Assistant API is, for the switch in the settings. */
export interface AssistantStatus {
  /** `failed`: it was switched on, but its port cannot be had. */
  readonly state: 'off' | 'on' | 'failed'
  /** Where a chat page sends its `POST`, e.g. `http://127.0.0.1:9998/api/assistant`; null unless on. */
  readonly url: string | null
  /** Why it failed, in words for the user. */
  readonly message: string | null
  /** Where answers come from: the two environment variables, if either is set, else the selected server. */
  readonly source: 'environment' | 'selected'
}
