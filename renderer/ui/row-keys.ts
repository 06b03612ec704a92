/** Rows a page is. */
const PAGE_ROWS = 10

/** The row a key goes to from row `at` of so many; null when the key does not move. */
export function rowAt(key: string, at: number, count: number): number | null {
  const to = ROWS[key]?.(at, count)
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}

const ROWS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE_ROWS,
  PageUp: (at) => at - PAGE_ROWS,
  Home: () => 0,
  End: (_at, count) => count - 1,
}
