/** What a number field takes, as the settings' schema says. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  readonly whole?: boolean
  /** The minimum itself is not allowed. */
  readonly aboveMin?: boolean
}

export type ParsedNumber =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly message: string }

/** Reads what was typed; empty leaves the value to the server. What is not exactly a number is an error. */
export function parseNumber(text: string, range: NumberRange): ParsedNumber {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, value: null }
  // A comma is the decimal sign of half the world; between thousands it would be ambiguous.
  const plain = range.whole ? trimmed : trimmed.replace(/^(\d*),(\d+)$/, '$1.$2')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { ok: false, message: 'This is not a number.' }
  const value = Number(plain)
  if (range.whole && !Number.isInteger(value)) return { ok: false, message: 'A whole number is needed.' }
  if (value > range.max || value < range.min || (range.aboveMin && value === range.min)) {
    return { ok: false, message: rangeWords(range) }
  }
  return { ok: true, value }
}

function rangeWords({ min, max, aboveMin }: NumberRange): string {
  if (max >= Number.MAX_SAFE_INTEGER) return `It must be at least ${min}.`
  const low = aboveMin ? `above ${min}` : `from ${min}`
  return `It must be ${low} ${aboveMin ? 'and at most' : 'to'} ${max.toLocaleString('en-US')}.`
}
