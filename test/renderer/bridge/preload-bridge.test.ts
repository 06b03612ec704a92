import { describe, expect, it, vi } from 'vitest'
import { preloadBridge } from '../../../renderer/bridge/preload-bridge.ts'
import type { PreloadBridge } from '../../../shared/preload-bridge.ts'

function echoPreload() {
  let emit: (name: string, payload: unknown) => void = () => {}
  const preload: PreloadBridge = {
    call: async (name, input) => ({ ok: true, value: { name, input } }),
    on(listener) {
      emit = listener
      return () => {}
    },
  }
  return { preload, emit: (name: string, payload: unknown) => emit(name, payload) }
}

describe('the bridge over the preload', () => {
  it('forwards calls and hands events to those who listen to them', async () => {
    const { preload, emit } = echoPreload()
    const bridge = preloadBridge(preload)
    const menu = vi.fn()
    const stop = bridge.on('app.menu', menu)
    expect(await bridge.call('settings.get', {})).toEqual({
      ok: true,
      value: { name: 'settings.get', input: {} },
    })
    emit('app.menu', 'find')
    emit('settings.changed', {})
    stop()
    emit('app.menu', 'newChat')
    expect(menu.mock.calls).toEqual([['find']])
  })

  it('never rejects', async () => {
    const bridge = preloadBridge({
      call: () => Promise.reject(new Error('An object could not be cloned.')),
      on: () => () => {},
    })
    expect(await bridge.call('settings.get', {})).toMatchObject({ error: { code: 'disconnected' } })
  })

  it('is always connected', () => {
    const log: boolean[] = []
    preloadBridge(echoPreload().preload).onConnection((connected) => log.push(connected))
    expect(log).toEqual([true])
  })

  it('hands an event to the others when one listener fails', () => {
    const { preload, emit } = echoPreload()
    const bridge = preloadBridge(preload)
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const other = vi.fn()
    bridge.on('app.menu', () => {
      throw new Error('broken')
    })
    bridge.on('app.menu', other)
    emit('app.menu', 'find')
    expect(other).toHaveBeenCalledWith('find')
    expect(errors).toHaveBeenCalledOnce()
    errors.mockRestore()
  })
})
