import type { Mark } from '../../../shared/metrics/marks.ts'
import { type ChartColours, onThemeChange, readColours } from './colours.ts'

/** A plot as its group knows it. */
export interface GroupedPlot {
  /** Draws again, as the time shown or the colours have changed. */
  refresh(): void
  resize(widthPx: number): void
}

/** What the plots of a turn share: the time axis, its zoom, the marks, the colours, the width. */
export class PlotGroup {
  static #count = 0
  /** uPlot moves the cursors of all plots with one key together. */
  readonly syncKey: string
  readonly #element: HTMLElement
  readonly #plots = new Set<GroupedPlot>()
  readonly #ends: (() => void)[] = []
  #zoom: readonly [number, number] | null = null
  #startMs = 0
  #endMs = 1
  #colours: ChartColours
  #widthPx: number
  marks: readonly Mark[] = []
  /** Told when a zoom begins or ends. */
  onZoom: ((zoomed: boolean) => void) | null = null

  constructor(element: HTMLElement) {
    PlotGroup.#count += 1
    this.syncKey = `turn-charts-${PlotGroup.#count}`
    this.#element = element
    this.#colours = readColours(element)
    this.#widthPx = element.clientWidth
    this.#ends.push(
      onThemeChange(() => {
        this.#colours = readColours(element)
        this.#refresh()
      }),
    )
    const resized = new ResizeObserver(() => this.#resize())
    resized.observe(element)
    this.#ends.push(() => resized.disconnect())
  }

  get colours(): ChartColours {
    return this.#colours
  }
  get widthPx(): number {
    return this.#widthPx
  }
  /** The time that is shown, ms; since the send, unless another zero was set. */
  get range(): readonly [number, number] {
    return this.#zoom ?? [this.#startMs, this.#endMs]
  }

  add(plot: GroupedPlot): () => void {
    this.#plots.add(plot)
    return () => this.#plots.delete(plot)
  }

  /** Sets the ends of the axis and the marks; the plots take them with their next data. */
  setAxis(endMs: number, marks: readonly Mark[], startMs = 0): void {
    this.#startMs = startMs
    this.#endMs = endMs
    this.marks = marks
  }

  /** Shows a part of the time; null shows all of it again. A part too short to hold anything is ignored. */
  zoom(range: readonly [number, number] | null): void {
    if (range && range[1] - range[0] < 50) return
    if (range === null && this.#zoom === null) return
    this.#zoom = range && [Math.max(this.#startMs, range[0]), Math.min(this.#endMs, range[1])]
    this.onZoom?.(this.#zoom !== null)
    this.#refresh()
  }

  destroy(): void {
    for (const end of this.#ends.splice(0)) end()
  }

  #refresh(): void {
    for (const plot of this.#plots) plot.refresh()
  }

  #resize(): void {
    const widthPx = this.#element.clientWidth
    if (widthPx === 0 || widthPx === this.#widthPx) return
    this.#widthPx = widthPx
    for (const plot of this.#plots) plot.resize(widthPx)
  }
}
