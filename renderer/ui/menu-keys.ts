/**
 * What a key does in a menu (ARIA Authoring Practices): the item to go to, or that the menu closes; null
 * when it is left to the browser, which presses the item at Enter and Space.
 */
export function menuStep(key: string, at: number, labels: readonly string[]): number | 'close' | null {
  const count = labels.length
  switch (key) {
    case 'Escape':
    case 'Tab':
      return 'close'
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  if (key.length !== 1 || key === ' ') return null
  const letter = key.toLowerCase()
  for (let step = 1; step <= count; step += 1) {
    const candidate = (at + step) % count
    if (labels[candidate]?.toLowerCase().startsWith(letter)) return candidate
  }
  return null
}
