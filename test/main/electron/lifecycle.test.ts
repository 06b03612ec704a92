import { describe, expect, it, vi } from 'vitest'
import { readArguments } from '../../../main/electron/arguments.ts'
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
    const beforeQuit = quitAfterClose(close, quit, vi.fn())
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
    const quit = vi.fn()
    const report = vi.fn()
    const fault = new Error('disk is full')
    quitAfterClose(() => Promise.reject(fault), quit, report)({ preventDefault() {} })
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
    expect(report).toHaveBeenCalledExactlyOnceWith(fault)
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

const PLACE = { x: 10, y: 20, width: 900, height: 600 }

describe('a window', () => {
  it('walls its page off', () => {
    expect(windowOptions('/preload.cjs', PLACE, { dark: false, vibrant: true }).webPreferences).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  it('opens at its place, in the colour of its page or clear where the desktop shines through', () => {
    const options = (dark: boolean, vibrant: boolean) => windowOptions('', PLACE, { dark, vibrant })
    expect(options(false, false)).toMatchObject({ ...PLACE, show: false, backgroundColor: '#ffffff' })
    expect(options(true, false).backgroundColor).toBe('#1e1e20')
    expect(options(true, false).vibrancy).toBeUndefined()
    expect(options(true, true)).toMatchObject({ backgroundColor: '#00000000', vibrancy: 'sidebar' })
  })
})
