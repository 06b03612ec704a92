import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Menu, type MenuItem, type MenuPlace } from './menu.tsx'

/** A “…” button that opens a menu below itself. The items are made only when it opens. */
export function MenuButton({
  label,
  items,
  ...rest
}: Omit<ComponentProps<typeof IconButton>, 'onClick'> & { items: () => readonly MenuItem[] }) {
  const [place, setPlace] = useState<MenuPlace | null>(null)
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={place !== null || undefined}
        {...rest}
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          setPlace({ x: right, y: bottom + 4, right: true })
        }}
      >
        <Ellipsis size={15} />
      </IconButton>
      {place !== null && <Menu label={label} place={place} items={items()} onClose={() => setPlace(null)} />}
    </>
  )
}
