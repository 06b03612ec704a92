import uPlot from 'uplot'
import type { ChartSpec } from './chart-spec.ts'
import { faded } from './colours.ts'
import { placeLabels } from './mark-lines.ts'
import type { GroupedPlot, PlotGroup } from './plot-group.ts'
import { niceTop, timeLabels, timeTicks } from './scales.ts'

/** Height of the plot itself; labels of marks stand above the first, those of the time below the last. */
const PLOT_PX = 62
const MARKS_PX = 14
/** Half a label of the y axis, which stands at the very edge of the plot. */
const EDGE_PX = 6
const TIME_PX = 18
const SIDE_PX = 32
const RIGHT_PX = 8
const FONT_PX = 10
/** How far a reading may be from the cursor where lines have readings at moments of their own. */
const JOINED_REACH_PX = 24

/** How far (px) beyond the first and the last reading the cursor still means them. */
const EDGE_REACH_PX = 4

/** Where the cursor is on a plot. */
export interface PlotCursor {
  readonly atMs: number
  /** The data nearest to it; null where there is none: before the first reading and after the last. */
  readonly index: number | null
}

export interface PlotPlace {
  readonly first: boolean
  readonly last: boolean
  /** Height of the plot itself, px, where it is not the usual one. */
  readonly heightPx?: number
}

/**
 * One chart of a turn, drawn by uPlot. Takes new data without being built anew, and draws nothing between.
 */
export class Plot implements GroupedPlot {
  readonly #plot: uPlot
  readonly #group: PlotGroup
  readonly #leave: () => void
  #spec: ChartSpec
  #place: PlotPlace
  #joined = false

  /** @param onCursor Told where the cursor is; null when there is none. */
  constructor(
    host: HTMLElement,
    group: PlotGroup,
    spec: ChartSpec,
    place: PlotPlace,
    onCursor: (cursor: PlotCursor | null) => void,
  ) {
    this.#group = group
    this.#spec = spec
    this.#place = place
    this.#joined = isJoined(spec)
    this.#plot = new uPlot(this.#options(onCursor), dataOf(spec), host)
    this.#leave = group.add(this)
  }

  /** Draws other data; the place changes when charts come in above or below. */
  update(spec: ChartSpec, place: PlotPlace): void {
    const moved = place.first !== this.#place.first || place.last !== this.#place.last
    this.#spec = spec
    this.#place = place
    this.#joined = isJoined(spec)
    if (moved) this.resize(this.#group.widthPx)
    this.#plot.setData(dataOf(spec))
  }

  refresh(): void {
    const [min, max] = this.#group.range
    this.#plot.batch(() => {
      this.#plot.setScale('x', { min, max })
      this.#plot.redraw(true, true)
    })
  }

  resize(widthPx: number): void {
    this.#plot.setSize({ width: widthPx, height: this.#height })
  }

  /** The drawing as it is, for a picture of it. */
  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas
  }

  destroy(): void {
    this.#leave()
    this.#plot.destroy()
  }

  get #height(): number {
    return (
      (this.#place.heightPx ?? PLOT_PX) +
      (this.#place.first ? MARKS_PX : EDGE_PX) +
      (this.#place.last ? TIME_PX : EDGE_PX)
    )
  }

  #options(onCursor: (cursor: PlotCursor | null) => void): uPlot.Options {
    const group = this.#group
    const lineColour = (line = 0) => group.colours.lines[this.#spec.lines[line]?.colour ?? this.#spec.colour]
    return {
      width: group.widthPx,
      height: this.#height,
      padding: [
        () => (this.#place.first ? MARKS_PX : EDGE_PX),
        RIGHT_PX,
        () => (this.#place.last ? 0 : EDGE_PX),
        0,
      ],
      legend: { show: false },
      series: [
        {},
        ...this.#spec.lines.map(
          ({ dashed }, line): uPlot.Series => ({
            stroke: () => lineColour(line),
            width: dashed ? 1.25 : 1.5,
            ...(dashed ? { dash: [4, 3] } : { fill: () => faded(lineColour(line), 0.1) }),
            points: { show: false },
          }),
        ),
      ],
      scales: {
        x: { time: false, range: () => [...group.range] },
        y: { range: (_plot, _min, max) => [0, this.#top(max)] },
      },
      axes: [
        {
          show: true,
          stroke: () => group.colours.faint,
          font: this.#font,
          size: () => (this.#place.last ? TIME_PX : 0),
          gap: 4,
          grid: { show: false },
          ticks: { show: false },
          splits: (_plot, _axis, min, max) => timeTicks(min, max, 5),
          values: (_plot, splits) =>
            this.#place.last ? timeLabels(splits, group.range[1] - group.range[0]) : splits.map(() => ''),
        },
        {
          stroke: () => group.colours.faint,
          font: this.#font,
          size: SIDE_PX,
          gap: 4,
          grid: { stroke: () => group.colours.grid, width: 1 },
          ticks: { show: false },
          splits: (_plot, _axis, _min, max) => [0, max / 2, max],
          values: (_plot, splits) => splits.map((value) => String(Number(value.toPrecision(3)))),
        },
      ],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 4 },
        // The group zooms; only the cursor is uPlot's to move in the others.
        sync: { key: group.syncKey, scales: ['x', null], filters: { sub: isMove } },
        // Of two lines with readings of their own, one that is over has no reading under the cursor.
        hover: { prox: () => (this.#joined ? JOINED_REACH_PX : null) },
        points: {
          size: 6,
          width: 0,
          fill: (_plot, series) => lineColour(series - 1),
          stroke: (_plot, series) => lineColour(series - 1),
        },
        bind: {
          dblclick: () => () => {
            group.zoom(null)
            return null
          },
        },
      },
      hooks: {
        draw: [(plot) => this.#drawLimit(plot), (plot) => this.#drawMarks(plot)],
        setCursor: [(plot) => onCursor(this.#cursorOf(plot))],
        setSelect: [(plot) => this.#selected(plot)],
      },
    }
  }

  get #font(): string {
    return `${FONT_PX}px ${this.#group.colours.font}`
  }

  #top(most: number | null): number {
    if (this.#spec.unit === '%') return 100
    const { limit } = this.#spec
    return niceTop(Math.max(most ?? 0, limit?.value ?? 0))
  }

  /** uPlot names the nearest reading however far it is: a decode rate before there was a token. */
  #cursorOf(plot: uPlot): PlotCursor | null {
    const { left = -1, idx } = plot.cursor
    if (left < 0) return null
    const atMs = plot.posToVal(left, 'x')
    const [first, last] = [this.#spec.atMs[0], this.#spec.atMs.at(-1)]
    if (first === undefined || last === undefined) return { atMs, index: null }
    const isOutside =
      left < plot.valToPos(first, 'x') - EDGE_REACH_PX || left > plot.valToPos(last, 'x') + EDGE_REACH_PX
    return { atMs, index: isOutside ? null : (idx ?? null) }
  }

  #selected(plot: uPlot): void {
    const { left, width } = plot.select
    if (width <= 0) return
    const range = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')] as const
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    this.#group.zoom(range)
  }

  /** The most the chip can do, as a dashed line. */
  #drawLimit(plot: uPlot): void {
    const { limit } = this.#spec
    if (!limit) return
    const y = Math.round(plot.valToPos(limit.value, 'y', true))
    this.#line(plot, [4, 3], [plot.bbox.left, y, plot.bbox.left + plot.bbox.width, y])
  }

  /** A dotted line for each mark through every chart, and their labels above the first. */
  #drawMarks(plot: uPlot): void {
    const { marks, range } = this.#group
    const { left, top, width, height } = plot.bbox
    const shown = marks.filter(({ atMs }) => atMs >= range[0] && atMs <= range[1])
    for (const { atMs } of shown) {
      const x = Math.round(plot.valToPos(atMs, 'x', true))
      this.#line(plot, [1, 3], [x, top, x, top + height])
    }
    if (!this.#place.first) return
    const { ctx } = plot
    const scale = uPlot.pxRatio
    ctx.save()
    ctx.font = `${FONT_PX * scale}px ${this.#group.colours.font}`
    ctx.fillStyle = this.#group.colours.faint
    ctx.textBaseline = 'alphabetic'
    const labels = placeLabels(
      shown,
      (atMs) => plot.valToPos(atMs, 'x', true) / scale - left / scale,
      width / scale,
      (text) => ctx.measureText(text).width / scale,
    )
    for (const { text, x, align } of labels) {
      ctx.textAlign = align
      ctx.fillText(text, left + x * scale, top - 4 * scale)
    }
    ctx.restore()
  }

  #line(
    { ctx }: uPlot,
    dash: readonly number[],
    [x0, y0, x1, y1]: readonly [number, number, number, number],
  ): void {
    const scale = uPlot.pxRatio
    ctx.save()
    ctx.strokeStyle = this.#group.colours.faint
    ctx.lineWidth = scale
    ctx.setLineDash(dash.map((length) => length * scale))
    ctx.beginPath()
    ctx.moveTo(x0, y0)
    ctx.lineTo(x1, y1)
    ctx.stroke()
    ctx.restore()
  }
}

/** Whether lines have moments that only others have. */
function isJoined({ lines }: ChartSpec): boolean {
  return lines.some(({ values }) => values.includes(undefined))
}

function isMove(type: string): boolean {
  return type === 'mousemove' || type === 'mouseleave'
}

/** uPlot only reads the columns, which are never changed once they are handed over. */
function dataOf({ atMs, lines }: ChartSpec): uPlot.AlignedData {
  return [atMs as number[], ...lines.map(({ values }) => values as (number | null | undefined)[])]
}
