import type { Mark } from '../../../shared/metrics/marks.ts'

/** Where a mark's label stands, in CSS px from the left of the plot. */
export interface PlacedLabel {
  readonly text: string
  readonly x: number
  readonly align: 'left' | 'right'
}

/** Between a line and its label, and between two labels. */
const GAP_PX = 3
const BETWEEN_PX = 8

/**
 * Places the labels of marks along the top of a plot: right of their line, or left of it where the plot
 * ends. A label that has no room is left out; its line stays, and the table names it.
 */
export function placeLabels(
  marks: readonly Mark[],
  xOf: (atMs: number) => number,
  widthPx: number,
  measure: (text: string) => number,
): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  let takenTo = Number.NEGATIVE_INFINITY
  for (const { atMs, label } of marks) {
    const x = xOf(atMs)
    if (x < 0 || x > widthPx) continue
    const length = measure(label)
    const fitsRight = x + GAP_PX + length <= widthPx
    const from = fitsRight ? x + GAP_PX : x - GAP_PX - length
    if (from < takenTo + BETWEEN_PX || from < 0) continue
    placed.push({ text: label, x: fitsRight ? from : x - GAP_PX, align: fitsRight ? 'left' : 'right' })
    takenTo = from + length
  }
  return placed
}
