import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { dockTemplate, menuTemplate } from '../../../main/electron/menu.ts'

const log: string[] = []
const commands = {
  send: (action: string) => log.push(action),
  newWindow: () => log.push('window'),
  showLogs: () => log.push('logs'),
  showLicences: () => log.push('licences'),
}
const template = menuTemplate('AFM Desktop', commands)

function allItems(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? allItems(item.submenu) : [])])
}
const items = allItems(template)

function click(label: string): void {
  const item = items.find((candidate) => candidate.label === label)
  // Electron calls it with the item, the window and the event; the menu uses none of them.
  item?.click?.(undefined as never, undefined, undefined as never)
}

describe('the menu', () => {
  it('stands in the order that Mac apps have', () => {
    expect(template.map((item) => item.label ?? item.role)).toEqual([
      'AFM Desktop',
      'File',
      'Edit',
      'View',
      'windowMenu',
      'help',
    ])
  })

  it('sends what concerns the page to it', () => {
    for (const label of [
      'Settings…',
      'New Chat',
      'Export…',
      'Find…',
      'Toggle Sidebar',
      'Toggle Profile',
      'Turns…',
    ])
      click(label)
    expect(log.splice(0)).toEqual([
      'openSettings',
      'newChat',
      'export',
      'find',
      'toggleSidebar',
      'toggleProfile',
      'turns',
    ])
  })

  it('does by itself what concerns no page', () => {
    for (const label of ['New Window', 'Show Logs', 'Licences']) click(label)
    expect(log.splice(0)).toEqual(['window', 'logs', 'licences'])
  })

  it('has the Dock’s in short', () => {
    expect(dockTemplate(commands).map(({ label }) => label)).toEqual(['New Chat', 'New Window'])
    for (const item of dockTemplate(commands)) item.click?.(undefined as never, undefined, undefined as never)
    expect(log.splice(0)).toEqual(['newChat', 'window'])
  })

  it('uses each key once', () => {
    const keys = items.flatMap((item) => item.accelerator ?? [])
    expect(keys).toHaveLength(8)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('cannot reload the page or open its tools', () => {
    const roles = items.flatMap((item) => item.role ?? [])
    expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'selectAll', 'quit', 'close']))
    expect(roles.filter((role) => /reload|devtools/i.test(role))).toEqual([])
  })
})
