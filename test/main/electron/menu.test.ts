import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../main/electron/menu.ts'

const log: string[] = []
const template = menuTemplate('AFM Desktop', {
  send: (action) => log.push(action),
  newWindow: () => log.push('window'),
})

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
    for (const label of ['Settings…', 'New Chat', 'New Window', 'Toggle Sidebar', 'Toggle Profile'])
      click(label)
    expect(log).toEqual(['openSettings', 'newChat', 'window', 'toggleSidebar', 'toggleProfile'])
  })

  it('uses each key once', () => {
    const keys = items.flatMap((item) => item.accelerator ?? [])
    expect(keys).toHaveLength(5)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('cannot reload the page or open its tools', () => {
    const roles = items.flatMap((item) => item.role ?? [])
    expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'selectAll', 'quit', 'close']))
    expect(roles.filter((role) => /reload|devtools/i.test(role))).toEqual([])
  })
})
