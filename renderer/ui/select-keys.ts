export interface SelectState {
  readonly open: boolean
  readonly active: number
  readonly labels: readonly string[]
  /** The characters typed in quick succession, for finding an option by its name. */
  readonly typed: string
}

export type SelectStep =
  | { readonly action: 'open'; readonly typed?: undefined }
  | { readonly action: 'close'; readonly typed?: undefined }
  | { readonly action: 'choose'; readonly typed?: undefined }
  | { readonly action: 'leave'; readonly typed?: undefined }
  | { readonly action: 'move'; readonly active: number; readonly typed?: string }

/** What a key does to a select-only combobox (ARIA Authoring Practices); null when nothing. */
export function keyStep(key: string, alt: boolean, state: SelectState): SelectStep | null {
  const { open, active, labels, typed } = state
  const last = labels.length - 1
  if (!open)
    return ['ArrowDown', 'ArrowUp', 'Enter', ' ', 'Home', 'End'].includes(key) ? { action: 'open' } : null
  switch (key) {
    case 'Escape':
      return { action: 'close' }
    case 'Tab':
      return { action: 'leave' }
    case 'Enter':
      return { action: 'choose' }
    case 'ArrowDown':
      return { action: 'move', active: Math.min(last, active + 1) }
    case 'ArrowUp':
      return alt ? { action: 'choose' } : { action: 'move', active: Math.max(0, active - 1) }
    case 'Home':
    case 'PageUp':
      return { action: 'move', active: 0 }
    case 'End':
    case 'PageDown':
      return { action: 'move', active: last }
  }
  if (key === ' ' && typed === '') return { action: 'choose' }
  if (key.length !== 1) return null
  const sought = typed + key.toLowerCase()
  const found = labels.findIndex((label) => label.toLowerCase().includes(sought))
  return { action: 'move', active: found === -1 ? active : found, typed: sought }
}
