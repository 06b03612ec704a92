import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './menu.module.css'
import { menuStep } from './menu-keys.ts'

export interface MenuItem {
  readonly label: string
  /** The key that does the same without the menu. */
  readonly hint?: string
  readonly danger?: boolean
  run(): void
}

/** Where a menu opens: its corner in the page, px. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
  /** Whether x is its right edge. */
  readonly right?: boolean
}

/** Kept between the menu and the window's edge, px. */
const MARGIN = 8

/**
 * A menu by the ARIA pattern of that name, in the browser's top layer, where no pane clips it and a press
 * beside it closes it. Written here because the page's policy forbids the inline style elements that
 * ready-made ones inject. Mounted while it is open; the focus goes back to where it was.
 */
export function Menu({
  label,
  place,
  items,
  onClose,
}: {
  label: string
  place: MenuPlace
  items: readonly MenuItem[]
  onClose: () => void
}): ReactNode {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    const before = document.activeElement
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const left = place.right ? place.x - width : place.x
    const below = place.y + height + MARGIN <= window.innerHeight
    element.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`
    element.style.top = `${below ? place.y : Math.max(MARGIN, window.innerHeight - height - MARGIN)}px`
    element.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [place])

  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed in the menu is not for the list behind it.
    event.stopPropagation()
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const step = menuStep(
      event.key,
      at,
      items.map((item) => item.label),
    )
    if (step === null) return
    event.preventDefault()
    if (step === 'close') onClose()
    else buttons[step]?.focus()
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      className={styles.menu}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-danger={item.danger || undefined}
          onPointerMove={(event) => event.currentTarget.focus()}
          onClick={(event) => {
            event.stopPropagation()
            onClose()
            item.run()
          }}
        >
          <span>{item.label}</span>
          {item.hint !== undefined && (
            <span className={styles.hint} aria-hidden="true">
              {item.hint}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
