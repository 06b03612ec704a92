import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultSettings, type Settings, settingsSchema } from '../../shared/chat/settings.ts'
import { UserError } from '../../shared/result.ts'
import { asObject, type JsonObject, parseJson } from '../../shared/stream/json.ts'
import { keepAside } from '../files/keep-aside.ts'
import { writePrivateFile } from '../files/private-file.ts'

/** The settings, in memory and in one JSON file. Keys of servers are elsewhere (HostServices.secrets). */
export class SettingsStore {
  readonly #path: string
  #settings: Settings
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, settings: Settings) {
    this.#path = path
    this.#settings = settings
  }

  /**
   * Reads the settings of a data folder. No file is a first start; a file that is not JSON is kept aside;
   * a single value that does not fit falls back to its default, so that one bad edit costs one value.
   */
  static async open(dataFolder: string): Promise<SettingsStore> {
    const path = join(dataFolder, 'settings.json')
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new UserError('data-folder', `The settings cannot be read: ${error.message}`)
    })
    const saved = text === null ? {} : asObject(parseJson(text))
    if (!saved) await keepAside(path)
    return new SettingsStore(path, settingsFrom(saved ?? {}))
  }

  get current(): Settings {
    return this.#settings
  }

  /**
   * Saves new settings; resolves when they are on disk. Until then, and when the disk refuses, the old
   * ones are in force.
   * @throws UserError `data-folder`
   */
  async replace(change: (settings: Settings) => Settings): Promise<Settings> {
    const write = this.#writing.then(async () => {
      const next = change(this.#settings)
      await writePrivateFile(this.#path, `${JSON.stringify(next, null, 2)}\n`).catch((error: Error) => {
        throw new UserError('data-folder', `The settings could not be saved: ${error.message}`)
      })
      this.#settings = next
    })
    this.#writing = write.catch(() => {})
    await write
    return this.#settings
  }
}

function settingsFrom(saved: JsonObject): Settings {
  const settings: Record<string, unknown> = { ...defaultSettings() }
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    const parsed = schema.safeParse(saved[name])
    if (parsed.success) settings[name] = parsed.data
  }
  return settingsSchema.parse(settings)
}
