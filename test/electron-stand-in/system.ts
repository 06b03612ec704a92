import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { basename, join } from 'node:path'
import type {
  Dialog,
  NativeTheme as ElectronNativeTheme,
  MessageBoxOptions,
  MessageBoxReturnValue,
  SafeStorage,
  Session,
  Shell,
} from 'electron'
import { onOrder, report } from './control.ts'

type ThemeSource = 'system' | 'light' | 'dark'

class NativeTheme extends EventEmitter {
  #source: ThemeSource = 'system'

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}
export const nativeTheme = new NativeTheme()
nativeTheme satisfies Pick<ElectronNativeTheme, 'themeSource' | 'shouldUseDarkColors'>

/** Permissions stay as Chromium has them by default; that the app sets its handlers is all that is seen. */
export const session = {
  /** Only an updater asks for one, to fetch in. */
  fromPartition: () => ({}),
  defaultSession: {
    setPermissionRequestHandler(): void {},
    setPermissionCheckHandler(): void {},
    setDevicePermissionHandler(): void {},
  } satisfies Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
}

export const shell = {
  async openExternal(url: string): Promise<void> {
    report({ type: 'openExternal', url })
  },
  async openPath(): Promise<string> {
    return ''
  },
} satisfies Pick<Shell, 'openExternal' | 'openPath'>

/** The folder that the user picks in the dialog; null cancels it. */
let saveTo: string | null = null
onOrder((order) => {
  if (order.type === 'saveTo') saveTo = order.folder
})

/** What the user will answer to the next question. */
let response = Promise.withResolvers<number>()
onOrder((order) => {
  if (order.type === 'hang') response.resolve(order.response)
})

export const dialog = {
  showErrorBox(title: string, content: string): void {
    report({ type: 'errorBox', title, content })
  },
  /** Answers as the test has said beforehand; a test that said nothing cancels. */
  async showSaveDialog(...args: readonly unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    const options = args.at(-1) as { readonly defaultPath?: string }
    report({ type: 'saveDialog', defaultPath: options.defaultPath ?? '' })
    const filePath = saveTo === null ? '' : join(saveTo, basename(options.defaultPath ?? ''))
    return { canceled: saveTo === null, filePath }
  },
  async showMessageBox(_window: unknown, { message }: MessageBoxOptions): Promise<MessageBoxReturnValue> {
    report({ type: 'messageBox', message })
    const answer = await response.promise
    response = Promise.withResolvers()
    return { response: answer, checkboxChecked: false }
  },
} satisfies Pick<Dialog, 'showErrorBox'> & Record<'showSaveDialog' | 'showMessageBox', unknown>

/** The same in every run, as the Keychain's is. It protects nothing. */
const key = createHash('sha256').update('stand-in keychain').digest()

export const safeStorage = {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return true
  },
  async encryptStringAsync(plain: string): Promise<Buffer> {
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()])
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const cipher = createDecipheriv('aes-256-cbc', key, encrypted.subarray(0, 16))
    const plain = Buffer.concat([cipher.update(encrypted.subarray(16)), cipher.final()])
    return { result: plain.toString('utf8'), shouldReEncrypt: false }
  },
} satisfies Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>
