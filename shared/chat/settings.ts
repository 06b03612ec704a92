import { z } from 'zod'
import { DEFAULT_ASSISTANT_PORT } from './assistant-status.ts'

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

/**
 * What a server speaks: `afm` is the OpenAI-shaped chat API of AFM and its like, `assistant` the Assistant
 * API's named events (`POST /api/assistant`), which take text and give text and tool calls.
 */
export const serverKindSchema = z.enum(['afm', 'assistant'])
export type ServerKind = z.infer<typeof serverKindSchema>

/** Every value left to the server. */
export const NO_SAMPLING: Sampling = Object.freeze({
  temperature: null,
  topP: null,
  topK: null,
  minP: null,
  maxTokens: null,
  seed: null,
  stop: [],
})

/** A server the user chose. Its key is kept elsewhere; only whether there is one is known here. */
export const serverSchema = z.strictObject({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(100),
  /** Scheme, host, port and path prefix without `/v1` and without a slash at the end. */
  baseUrl: z.string().min(1).max(2000),
  hasKey: z.boolean(),
  /** Files from before there was a choice hold none. */
  kind: serverKindSchema.default('afm'),
})
export type ServerEntry = z.infer<typeof serverSchema>

export const themeSchema = z.enum(['system', 'light', 'dark'])

/** Whether the app itself answers the Assistant API, and on which port of 127.0.0.1 (0: a free one). */
export const assistantSchema = z.strictObject({
  enabled: z.boolean(),
  port: z.int().min(0).max(65_535),
})
export type AssistantSettings = z.infer<typeof assistantSchema>

/** Where live power comes from: a tool on this Mac, the first that is installed, or nowhere. */
export const powerSettingSchema = z.enum(['auto', 'macmon', 'mactop', 'off'])
export type PowerSetting = z.infer<typeof powerSettingSchema>

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
  power: powerSettingSchema,
  theme: themeSchema,
  assistant: assistantSchema,
})
export type Settings = z.infer<typeof settingsSchema>

/** The part of the settings that a command may change; servers have commands of their own. */
export const settingsPatchSchema = settingsSchema
  .omit({ servers: true })
  .partial()
  // Switch and port are changed one by one, and may be changed at the same moment.
  .extend({ assistant: assistantSchema.partial().optional() })
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

export const LOCAL_SERVER_ID = 'local'
/** Where AFM listens by default. The literal address: `localhost` may mean `::1`, where it does not. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:9999'

/** The settings of a first start. */
export function defaultSettings(): Settings {
  return {
    servers: [
      {
        id: LOCAL_SERVER_ID,
        name: 'AFM on this Mac',
        baseUrl: DEFAULT_BASE_URL,
        hasKey: false,
        kind: 'afm',
      },
    ],
    selectedServerId: LOCAL_SERVER_ID,
    modelByServer: {},
    systemPrompt: '',
    sampling: { ...NO_SAMPLING, stop: [] },
    thinking: 'default',
    profile: 'extended',
    power: 'auto',
    theme: 'system',
    assistant: { enabled: false, port: DEFAULT_ASSISTANT_PORT },
  }
}
