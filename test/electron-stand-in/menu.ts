import type { Menu as ElectronMenu, MenuItemConstructorOptions } from 'electron'
import { onOrder } from './control.ts'

/** A menu that no one sees; the test chooses from it by label. */
export class Menu {
  static #current: Menu | null = null
  readonly #items: readonly MenuItemConstructorOptions[]

  constructor(items: readonly MenuItemConstructorOptions[]) {
    this.#items = items
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    return new Menu(template)
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#current = menu
  }

  static choose(label: string): void {
    const item = find(Menu.#current === null ? [] : Menu.#current.#items, label)
    if (item?.click === undefined) throw new Error(`The menu has no command '${label}'`)
    // The app's commands look at none of what Electron passes here.
    item.click(undefined as never, undefined, undefined as never)
  }
}

Menu satisfies Record<keyof Pick<typeof ElectronMenu, 'buildFromTemplate' | 'setApplicationMenu'>, unknown>

function find(
  items: readonly MenuItemConstructorOptions[],
  label: string,
): MenuItemConstructorOptions | undefined {
  for (const item of items) {
    if (item.label === label && item.click !== undefined) return item
    const inside = Array.isArray(item.submenu) ? find(item.submenu, label) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

onOrder((order) => {
  if (order.type === 'menu') Menu.choose(order.label)
})
