import { z } from 'zod'

/** How much of a profile to ask AFM for (`X-AFM-Profile`). */
export const profileLevelSchema = z.enum(['off', 'summary', 'extended'])
export type ProfileLevel = z.infer<typeof profileLevelSchema>

/** Whether the model should think first; `default` leaves it to the server. */
export const thinkingSchema = z.enum(['default', 'on', 'off'])
export type Thinking = z.infer<typeof thinkingSchema>

/** Sampling as sent with every request; null leaves a value to the server. */
export const samplingSchema = z.strictObject({
  temperature: z.number().min(0).max(5).nullable(),
  topP: z.number().gt(0).max(1).nullable(),
  topK: z.int().min(0).max(1_000_000).nullable(),
  minP: z.number().min(0).max(1).nullable(),
  maxTokens: z.int().min(1).max(10_000_000).nullable(),
  seed: z.int().min(0).nullable(),
  stop: z.array(z.string().min(1).max(200)).max(16),
})
export type Sampling = z.infer<typeof samplingSchema>

/** A server the user chose. Its key is kept elsewhere; only whether there is one is known here. */
export const serverSchema = z.strictObject({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(100),
  /** Scheme, host, port and path prefix without `/v1` and without a slash at the end. */
  baseUrl: z.string().min(1).max(2000),
  hasKey: z.boolean(),
})
export type ServerEntry = z.infer<typeof serverSchema>

export const themeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof themeSchema>

/** Everything the user set. Kept as one JSON file in the data folder, without any key. */
export const settingsSchema = z.strictObject({
  servers: z.array(serverSchema).min(1).max(100),
  selectedServerId: z.string(),
  /** The model chosen for each server, by the server's id. */
  modelByServer: z.record(z.string(), z.string()),
  systemPrompt: z.string().max(100_000),
  sampling: samplingSchema,
  thinking: thinkingSchema,
  profile: profileLevelSchema,
  theme: themeSchema,
})
export type Settings = z.infer<typeof settingsSchema>

/** The part of the settings that a command may change; servers have commands of their own. */
export const settingsPatchSchema = settingsSchema.omit({ servers: true }).partial()
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

export const LOCAL_SERVER_ID = 'local'
/** Where AFM listens by default. The literal address: `localhost` may mean `::1`, where it does not. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:9999'

/** The settings of a first start. */
export function defaultSettings(): Settings {
  return {
    servers: [{ id: LOCAL_SERVER_ID, name: 'AFM on this Mac', baseUrl: DEFAULT_BASE_URL, hasKey: false }],
    selectedServerId: LOCAL_SERVER_ID,
    modelByServer: {},
    systemPrompt: '',
    sampling: {
      temperature: null,
      topP: null,
      topK: null,
      minP: null,
      maxTokens: null,
      seed: null,
      stop: [],
    },
    thinking: 'default',
    profile: 'extended',
    theme: 'system',
  }
}
