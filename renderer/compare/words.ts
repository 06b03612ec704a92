const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' })

/** “Nov 12, 14:03”. */
export function shortMoment(atMs: number): string {
  return moment.format(atMs)
}

/** With the year and the seconds, for a tooltip. */
export function fullMoment(atMs: number): string {
  return full.format(atMs)
}

/**
 * How many turns are listed, in words: “37 turns”, “12 of 37 turns”, “newest 500 of 1,204 turns”.
 * @param listed How many are left by the filter.
 */
export function countWords(
  {
    items,
    total,
    more,
    unreadable,
  }: {
    readonly items: readonly unknown[] | null
    readonly total: number
    readonly more: boolean
    readonly unreadable: number
  },
  listed: number,
): string {
  if (items === null || items.length === 0) return ''
  const filtered = listed === items.length ? '' : `${listed.toLocaleString('en-US')} of `
  const read = items.length.toLocaleString('en-US')
  const words = more
    ? `${filtered}newest ${read} of ${counted(total, 'turn')}`
    : `${filtered}${counted(items.length, 'turn')}`
  return unreadable === 0 ? words : `${words} · ${counted(unreadable, 'turn')} could not be read`
}

/** “1 turn”, “1,204 turns”. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
