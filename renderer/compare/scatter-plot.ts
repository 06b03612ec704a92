import uPlot from 'uplot'
import { faded, onThemeChange, readProperties } from '../dashboard/charts/colours.ts'
import type { Axis } from './axes.ts'
import { MARKER_COLOURS, MARKERS } from './markers.ts'
import { nearest, type Point, type PointSeries } from './points.ts'

/** What is drawn: the points, the axes, and what stands at them. */
export interface ScatterView {
  readonly series: readonly PointSeries[]
  readonly x: Axis
  readonly y: Axis
  /** The units, written at the ends of the axes. */
  readonly xUnit: string
  readonly yUnit: string
}

/** uPlot draws its axes only beside columns. */
const NO_COLUMNS: uPlot.AlignedData = [
  [0, 1],
  [null, null],
]

const RADIUS_PX = 4
/** How far from the pointer a point is still meant, px. */
const REACH_PX = 24
const FONT_PX = 10
const TOP_PX = 18
const SIDE_PX = 40
const BOTTOM_PX = 20
const RIGHT_PX = 24

/** Turns as points, drawn by uPlot. Takes other points without being built anew, and draws nothing between. */
export class ScatterPlot {
  readonly #host: HTMLElement
  readonly #plot: uPlot
  readonly #ring: HTMLElement
  readonly #ends: (() => void)[] = []
  #view: ScatterView
  #markers: readonly string[] = []
  #text = ''
  #grid = ''
  #background = ''
  #font = ''
  #current: string | null = null

  /** @param tell Hears of the point under the pointer, null for none, and of the one that is pressed. */
  constructor(
    host: HTMLElement,
    view: ScatterView,
    tell: { hover(point: Point | null): void; press(point: Point): void },
  ) {
    this.#host = host
    this.#view = view
    this.#readTheme()
    this.#plot = new uPlot(this.#options(), NO_COLUMNS, host)
    this.#ring = document.createElement('i')
    this.#ring.dataset.ring = ''
    this.#ring.hidden = true
    this.#plot.over.append(this.#ring)
    this.#listen(tell)
    this.#ends.push(
      onThemeChange(() => {
        this.#readTheme()
        this.#plot.redraw(false, true)
      }),
    )
    const resized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = host
      if (width > 0 && height > 0 && (width !== this.#plot.width || height !== this.#plot.height))
        this.#plot.setSize({ width, height })
    })
    resized.observe(host)
    this.#ends.push(() => resized.disconnect())
  }

  update(view: ScatterView): void {
    this.#view = view
    this.#plot.batch(() => {
      this.#plot.setScale('x', { min: view.x.min, max: view.x.max })
      this.#plot.setScale('y', { min: view.y.min, max: view.y.max })
      this.#plot.redraw(true, true)
    })
  }

  /** Rings the point of a reply; null for none. */
  setCurrent(replyId: string | null): void {
    this.#current = replyId
    this.#placeRing()
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas
  }
  /** For a picture: the theme as it is drawn. */
  get theme(): {
    readonly text: string
    readonly background: string
    readonly font: string
    readonly markers: readonly string[]
  } {
    return { text: this.#text, background: this.#background, font: this.#font, markers: this.#markers }
  }

  destroy(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#plot.destroy()
  }

  #readTheme(): void {
    this.#markers = readProperties(this.#host, MARKER_COLOURS)
    const [text, grid, background] = readProperties(this.#host, ['faint', 'line', 'bg'])
    this.#text = text
    this.#grid = grid
    this.#background = background
    this.#font = getComputedStyle(this.#host).fontFamily
  }

  #options(): uPlot.Options {
    const axis = (which: 'x' | 'y', size: number): uPlot.Axis => ({
      stroke: () => this.#text,
      font: `${FONT_PX}px ${this.#font}`,
      size,
      gap: 5,
      grid: { show: which === 'y', stroke: () => this.#grid, width: 1 },
      ticks: { show: false },
      splits: () => [...this.#view[which].ticks],
      values: (_plot, splits) => splits.map((value) => tickText(value)),
    })
    const scale = (which: 'x' | 'y'): uPlot.Scale => ({
      time: false,
      range: () => [this.#view[which].min, this.#view[which].max],
    })
    return {
      width: Math.max(1, this.#host.clientWidth),
      height: Math.max(1, this.#host.clientHeight),
      padding: [TOP_PX, RIGHT_PX, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      // The points are drawn by the hook below: uPlot joins columns, and turns have no common x.
      series: [{}, { paths: () => null, points: { show: false } }],
      scales: { x: scale('x'), y: scale('y') },
      axes: [axis('x', BOTTOM_PX), axis('y', SIDE_PX)],
      hooks: { draw: [(plot) => this.#draw(plot)], setSize: [() => this.#placeRing()] },
    }
  }

  #draw(plot: uPlot): void {
    const { ctx, bbox } = plot
    const scale = uPlot.pxRatio
    ctx.save()
    ctx.font = `${FONT_PX * scale}px ${this.#font}`
    ctx.fillStyle = this.#text
    ctx.textBaseline = 'alphabetic'
    ctx.textAlign = 'left'
    ctx.fillText(this.#view.yUnit, bbox.left, bbox.top - 7 * scale)
    ctx.textAlign = 'right'
    ctx.fillText(this.#view.xUnit, bbox.left + bbox.width, bbox.top + bbox.height - 5 * scale)
    for (const { style, points } of this.#view.series) {
      const marker = new Path2D(MARKERS[style])
      const all = new Path2D()
      for (const { x, y } of points) {
        const place = [plot.valToPos(x, 'x', true), plot.valToPos(y.value, 'y', true)] as const
        all.addPath(marker, new DOMMatrix([RADIUS_PX * scale, 0, 0, RADIUS_PX * scale, ...place]))
      }
      const colour = this.#markers[style] ?? this.#text
      ctx.fillStyle = faded(colour, 0.5)
      ctx.strokeStyle = colour
      ctx.lineWidth = scale
      // Even-odd would leave holes where two points lie on each other.
      ctx.fill(all, 'nonzero')
      ctx.stroke(all)
    }
    ctx.restore()
    this.#placeRing()
  }

  #listen({ hover, press }: { hover(point: Point | null): void; press(point: Point): void }): void {
    const { over } = this.#plot
    const at = (event: MouseEvent): Point | null => {
      const { left, top } = over.getBoundingClientRect()
      const pointer = { x: event.clientX - left, y: event.clientY - top }
      return nearest(this.#view.series, pointer, (point) => this.#place(point), REACH_PX)
    }
    over.addEventListener('mousemove', (event) => hover(at(event)))
    over.addEventListener('mouseleave', () => hover(null))
    over.addEventListener('click', (event) => {
      const point = at(event)
      if (point) press(point)
    })
  }

  #place(point: Point): { readonly x: number; readonly y: number } {
    return { x: this.#plot.valToPos(point.x, 'x'), y: this.#plot.valToPos(point.y.value, 'y') }
  }

  #placeRing(): void {
    const ring = this.#ring
    if (!ring) return
    const points = this.#view.series.flatMap((series) => series.points)
    const point = points.find(({ turn }) => turn.replyId === this.#current)
    ring.hidden = point === undefined
    if (!point) return
    const { x, y } = this.#place(point)
    ring.style.transform = `translate(${x}px, ${y}px)`
  }
}

function tickText(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 })
}
