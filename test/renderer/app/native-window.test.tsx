// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accentColours, contrast } from '../../../renderer/app/accent.ts'
import { FailureBoundary } from '../../../renderer/app/failure-boundary.tsx'
import { markVibrancy, NativeWindow } from '../../../renderer/app/native-window.tsx'
import { UpdateNote } from '../../../renderer/app/update-note.tsx'
import { LoginItemField } from '../../../renderer/settings/login-item-field.tsx'
import { failed, ok } from '../fake-bridge.ts'
import { click, type Mounted, mount } from '../mount.tsx'

let page: Mounted | undefined
afterEach(async () => {
  await page?.unmount()
  page = undefined
})
const root = document.documentElement
const button = (name: string) =>
  [...(page?.host.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)

/** A colour as the numbers that contrast is made of. */
function rgb(hex: string): [number, number, number] {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

function Broken(): never {
  throw new Error('broken')
}

describe('an accent colour of macOS', () => {
  // Blue, purple, pink, red, orange, yellow, green, graphite; and the ends of the scale.
  it.each([
    '#007aff',
    '#a550a7',
    '#f74f9e',
    '#ff5257',
    '#f7821b',
    '#ffc600',
    '#62ba46',
    '#8c8c8c',
    '#000000',
    '#ffffff',
  ])('%s is drawn so that it can be read in both themes', (hex) => {
    const colours = accentColours(hex)
    const [, light = '', dark = ''] = /^light-dark\((#.{6}), (#.{6})\)$/.exec(colours?.accent ?? '') ?? []
    expect(contrast(rgb(light), [1, 1, 1])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rgb(dark), rgb('#1e1e20'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rgb(colours?.fill ?? ''), [1, 1, 1])).toBeGreaterThanOrEqual(4.5)
  })

  it('stays as it is where it can be read already', () => {
    expect(accentColours('#0058d0')?.fill).toBe('#0058d0')
  })

  it.each(['', 'red', '#fff', '#12345g', 'url(x)'])('is not %j', (hex) => {
    expect(accentColours(hex)).toBeNull()
  })

  it('has the contrast that WCAG gives', () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
    expect(contrast(rgb('#777777'), [1, 1, 1])).toBeCloseTo(4.48, 2)
  })
})

describe('the page in the Mac app’s window', () => {
  it('says that it hears events, and fits into what it hears', async () => {
    page = await mount(<NativeWindow />, (bridge) => bridge.answer('app.pageReady', () => ok(null)))
    expect(page.bridge.count('app.pageReady')).toBe(1)
    page.bridge.emit('window.changed', { fullScreen: true, accent: '#ff5257' })
    expect(root.dataset.fullScreen).toBe('')
    expect(root.style.getPropertyValue('--accent')).toMatch(/^light-dark/)
    page.bridge.emit('window.changed', { fullScreen: false, accent: null })
    expect(root.dataset.fullScreen).toBeUndefined()
    expect(root.style.getPropertyValue('--accent')).toBe('')
  })

  it('is clear in the sidebar only in Electron on a Mac', () => {
    markVibrancy(false, 'MacIntel')
    markVibrancy(true, 'Linux x86_64')
    expect(root.dataset.vibrant).toBeUndefined()
    markVibrancy(true, 'MacIntel')
    expect(root.dataset.vibrant).toBe('')
    delete root.dataset.vibrant
  })

  it('is not blank when it cannot be drawn', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    page = await mount(
      <FailureBoundary>
        <Broken />
      </FailureBoundary>,
    )
    expect(page.host.querySelector('[role=alert]')?.textContent).toContain('went wrong')
    expect(button('Load again')).toBeDefined()
    errors.mockRestore()
  })
})

describe('an update', () => {
  it('is told when it is ready, and installed at the user’s word', async () => {
    page = await mount(<UpdateNote />, (bridge) =>
      bridge
        .answer('update.status', () => ok({ state: 'fetching', version: '2.0.0' }))
        .answer('update.install', () => failed('busy', 'A reply is being written.')),
    )
    expect(page.host.textContent).toBe('')
    await act(async () => page?.bridge.emit('update.changed', { state: 'ready', version: '2.0.0' }))
    expect(page.host.querySelector('[role=status]')?.textContent).toContain('Version 2.0.0 is ready')
    await click(button('Restart'))
    expect(page.host.querySelector('[role=alert]')?.textContent).toBe('A reply is being written.')
    await click(button('Later'))
    expect(page.host.textContent).toBe('')
    await act(async () => page?.bridge.emit('update.changed', { state: 'ready', version: '2.0.1' }))
    expect(page.host.textContent).toContain('2.0.1')
  })
})

describe('opening at login', () => {
  it('is not offered where the app is no app', async () => {
    page = await mount(<LoginItemField />, (bridge) => bridge.answer('loginItem.get', () => ok(null)))
    expect(page.host.textContent).toBe('')
  })

  it('says where to allow it, and why it failed', async () => {
    let answer = ok({ open: true, needsApproval: true }) as ReturnType<
      typeof ok<{ open: boolean; needsApproval: boolean }>
    >
    page = await mount(<LoginItemField />, (bridge) =>
      bridge
        .answer('loginItem.get', () => ok({ open: false, needsApproval: false }))
        .answer('loginItem.set', () => answer),
    )
    const control = () => page?.host.querySelector<HTMLInputElement>('[role=switch]')
    expect(control()?.checked).toBe(false)
    await click(control())
    expect(page.bridge.calls).toContainEqual({ name: 'loginItem.set', input: { open: true } })
    expect(control()?.checked).toBe(true)
    expect(page.host.textContent).toContain('System Settings')
    answer = failed('internal', 'It failed.')
    await click(control())
    expect(page.host.querySelector('[role=alert]')?.textContent).toBe('It failed.')
  })
})
