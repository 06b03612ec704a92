import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createLoginItem } from '../../../main/electron/login-item.ts'
import { followTurns, stayAwake } from '../../../main/electron/running-turns.ts'
import { askWhenUnresponsive } from '../../../main/electron/unresponsive.ts'
import type { EventListener } from '../../../main/host.ts'

describe('the machine', () => {
  it('is kept awake while turns run, by one hold, and not after', () => {
    const held = new Set<number>()
    let tell: (name: string, payload: unknown) => void = () => {}
    let started = 0
    const keepAwake = stayAwake({
      start(type) {
        expect(type).toBe('prevent-app-suspension')
        started += 1
        held.add(started)
        return started
      },
      stop: (id) => held.delete(id),
    })
    const app = {
      onEvent(listener: EventListener) {
        tell = listener as typeof tell
        return () => {}
      },
    }
    followTurns(app, keepAwake)
    const begin = (id: string) => tell('turns.started', { reply: { id } })
    const batch = (turnId: string, type: string) =>
      tell('turns.batches', [{ turnId, seq: 1, events: [{ type }] }])
    tell('settings.changed', {})
    expect(held.size).toBe(0)
    begin('a')
    begin('b')
    batch('a', 'content')
    batch('a', 'error')
    batch('a', 'done')
    expect([...held]).toEqual([1])
    batch('b', 'done')
    batch('b', 'done')
    expect(held.size).toBe(0)
    begin('c')
    expect([...held]).toEqual([2])
    batch('c', 'done')
    expect(held.size).toBe(0)
  })
})

describe('opening at login', () => {
  it('is what macOS says, also while the user has yet to allow it', () => {
    let status: 'not-registered' | 'enabled' | 'requires-approval' = 'not-registered'
    const setLoginItemSettings = vi.fn(({ openAtLogin = false }: { openAtLogin?: boolean }) => {
      status = openAtLogin ? 'requires-approval' : 'not-registered'
    })
    const item = createLoginItem({
      setLoginItemSettings,
      getLoginItemSettings: () => ({
        openAtLogin: status === 'enabled',
        wasOpenedAtLogin: false,
        status,
        executableWillLaunchAtLogin: false,
        launchItems: [],
      }),
    })
    expect(item.get()).toEqual({ open: false, needsApproval: false })
    expect(item.set(true)).toEqual({ open: true, needsApproval: true })
    status = 'enabled'
    expect(item.get()).toEqual({ open: true, needsApproval: false })
    expect(item.set(false)).toEqual({ open: false, needsApproval: false })
    expect(setLoginItemSettings).toHaveBeenCalledTimes(2)
  })
})

describe('a window that does not respond', () => {
  function hung() {
    const forcefullyCrashRenderer = vi.fn()
    const window = Object.assign(new EventEmitter(), {
      webContents: { forcefullyCrashRenderer },
      isDestroyed: () => false,
    })
    const question = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
    const showMessageBox = vi.fn((..._args: unknown[]) => question.promise)
    askWhenUnresponsive(window as unknown as BrowserWindow, { showMessageBox })
    const answer = async (response: number) => {
      question.resolve({ response, checkboxChecked: false })
      await question.promise
      await Promise.resolve()
    }
    return { window, forcefullyCrashRenderer, showMessageBox, answer }
  }

  it('asks once, and is loaded again if the user wants that', async () => {
    const { window, forcefullyCrashRenderer, showMessageBox, answer } = hung()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(showMessageBox).toHaveBeenCalledOnce()
    await answer(1)
    expect(forcefullyCrashRenderer).toHaveBeenCalledOnce()
  })

  it('is left alone when the user waits', async () => {
    const { window, forcefullyCrashRenderer, answer } = hung()
    window.emit('unresponsive')
    await answer(0)
    expect(forcefullyCrashRenderer).not.toHaveBeenCalled()
  })

  it('takes its question back when it responds again', async () => {
    const { window, forcefullyCrashRenderer, showMessageBox, answer } = hung()
    window.emit('unresponsive')
    const [, options] = showMessageBox.mock.calls[0] ?? []
    window.emit('responsive')
    expect((options as { signal: AbortSignal }).signal.aborted).toBe(true)
    await answer(1)
    expect(forcefullyCrashRenderer).not.toHaveBeenCalled()
  })
})
