import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { readArguments } from '../../../main/electron/arguments.ts'
import { reloadAfterCrash } from '../../../main/electron/crash.ts'
import { quitAfterClose } from '../../../main/electron/quit.ts'
import { followTheme } from '../../../main/electron/theme.ts'
import { windowOptions } from '../../../main/electron/window-options.ts'
import type { EventListener } from '../../../main/host.ts'
import { defaultSettings } from '../../../shared/chat/settings.ts'

describe('quitting', () => {
  it('waits until the app has closed, and asks it once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const close = vi.fn(() => promise)
    const quit = vi.fn()
    const beforeQuit = quitAfterClose(close, quit)
    const event = { preventDefault: vi.fn() }
    beforeQuit(event)
    beforeQuit(event)
    expect(event.preventDefault).toHaveBeenCalledTimes(2)
    expect(close).toHaveBeenCalledOnce()
    expect(quit).not.toHaveBeenCalled()
    resolve()
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
    beforeQuit(event)
    expect(event.preventDefault).toHaveBeenCalledTimes(2)
  })

  it('happens even if the app cannot close', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const quit = vi.fn()
    quitAfterClose(() => Promise.reject(new Error('disk is full')), quit)({ preventDefault() {} })
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
    expect(errors).toHaveBeenCalledOnce()
    errors.mockRestore()
  })
})

describe('the arguments', () => {
  it.each([
    [['electron', '.'], {}],
    [['electron', '.', '--server', 'http://127.0.0.1:1'], { serverUrl: 'http://127.0.0.1:1' }],
    [['AFM Desktop', '--data=/tmp/x', '--inspect', '-psn_0_1'], { dataFolder: '/tmp/x' }],
    [['AFM Desktop', '--data'], {}],
  ])('%j are read as %j', (argv, expected) => {
    expect(readArguments(argv)).toEqual(expected)
  })
})

describe('the theme', () => {
  it('is the stored one, then the one that was set last', async () => {
    let listener: EventListener = () => {}
    const nativeTheme: { themeSource: 'system' | 'light' | 'dark' } = { themeSource: 'system' }
    const app = {
      call: async () => ({ ok: true as const, value: { ...defaultSettings(), theme: 'dark' } }),
      onEvent(added: EventListener) {
        listener = added
        return () => {}
      },
    }
    await followTheme(app, nativeTheme)
    expect(nativeTheme.themeSource).toBe('dark')
    listener('settings.changed', { ...defaultSettings(), theme: 'light' })
    expect(nativeTheme.themeSource).toBe('light')
  })
})

describe('a window', () => {
  it('walls its page off', () => {
    expect(windowOptions('/preload.cjs', false).webPreferences).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  it('opens in the colour of its page', () => {
    const [light, dark] = [windowOptions('', false), windowOptions('', true)]
    expect(light.show).toBe(false)
    expect(light.backgroundColor).not.toBe(dark.backgroundColor)
  })
})

describe('a page whose process has gone', () => {
  it('is loaded again, unless it ended by itself or has just crashed before', () => {
    const contents = Object.assign(new EventEmitter(), { reload: vi.fn() })
    let nowMs = 0
    reloadAfterCrash(contents as unknown as WebContents, () => nowMs)
    const gone = (reason: string) => contents.emit('render-process-gone', {}, { reason })
    gone('clean-exit')
    expect(contents.reload).not.toHaveBeenCalled()
    gone('crashed')
    expect(contents.reload).toHaveBeenCalledTimes(1)
    nowMs = 9000
    gone('crashed')
    expect(contents.reload).toHaveBeenCalledTimes(1)
    nowMs = 19_000
    gone('oom')
    expect(contents.reload).toHaveBeenCalledTimes(2)
  })
})
