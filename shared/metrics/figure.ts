/** Where a number comes from: the server said it, this app measured it, or it is computed from both. */
export type FigureSource = 'server' | 'measured' | 'estimated'

export type FigureUnit = 'tokens' | 'tok/s' | 's' | 'J' | 'Wh' | 'J/token' | 'W' | 'GB/s' | '%' | 'GiB'

/** A number that may be shown: never without its unit, its source and how it came about. */
export interface Figure {
  readonly value: number
  readonly unit: FigureUnit
  readonly source: FigureSource
  /** One sentence for a tooltip: formula and inputs. */
  readonly note: string
}

/** What the server said, as a figure. What it left out, and what cannot be, is none. */
export function fromServer(value: number | undefined, unit: FigureUnit, note: string): Figure | null {
  return value === undefined || !Number.isFinite(value) || value < 0
    ? null
    : { value, unit, source: 'server', note }
}
