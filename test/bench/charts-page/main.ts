import '../../../renderer/app/theme.css'
import '../../../renderer/app/base.css'
import 'uplot/dist/uPlot.min.css'
import type { ChartSpec } from '../../../renderer/dashboard/charts/chart-spec.ts'
import { Plot } from '../../../renderer/dashboard/charts/plot.ts'
import { PlotGroup } from '../../../renderer/dashboard/charts/plot-group.ts'

declare global {
  interface Window {
    /** Makes a curve of so many points, and more behind them for as many updates. Nothing is drawn. */
    prepare(points: number, updates: number): void
    /** Draws a chart of its beginning once; the time from nothing to drawn, ms. */
    drawOnce(): Promise<number>
    /** Draws it and leaves it there. */
    mount(): void
    /** Draws it anew further on, ten times a second; what drawing the new data took each time, ms. */
    drawUpdates(): Promise<number[]>
  }
}

const EVERY_MS = 300

/** Points that come with an update. */
const STEP = 5
let points = 0
let updates = 0
let allAtMs: number[] = []
let allValues: number[] = []
let mounted: Plot | null = null

window.prepare = (wanted, count) => {
  points = wanted
  updates = count
  allAtMs = Array.from({ length: points + updates * STEP }, (_, n) => n * EVERY_MS)
  allValues = allAtMs.map((_at, n) => 24 + 4 * Math.sin(n / 900) + 2 * Math.sin(n * 1.7))
}

/** The window of the curve that begins at a point. */
function curve(from: number): ChartSpec {
  const atMs = allAtMs.slice(0, points)
  const lines = [{ label: 'GPU power', values: allValues.slice(from, from + points) }]
  const words = { source: 'bench', note: '' }
  return { id: 'power', title: 'GPU power', unit: 'W', colour: 'power', atMs, lines, limit: null, ...words }
}

function makePlot(spec: ChartSpec): { group: PlotGroup; plot: Plot } {
  const host = document.createElement('div')
  host.className = 'host'
  document.getElementById('root')?.replaceChildren(host)
  const group = new PlotGroup(host)
  group.setAxis(spec.atMs.at(-1) ?? 1, [])
  return { group, plot: new Plot(host, group, spec, { first: true, last: true }, () => {}) }
}

/** uPlot draws in a microtask of its own: after this one it has. */
const drawn = () => new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)))
const frame = () => new Promise(requestAnimationFrame)

window.drawOnce = async () => {
  const spec = curve(0)
  await frame()
  const startedAtMs = performance.now()
  const { plot, group } = makePlot(spec)
  await drawn()
  // Reading a pixel makes the canvas really paint what was asked of it.
  plot.canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  const took = performance.now() - startedAtMs
  plot.destroy()
  group.destroy()
  return took
}

window.mount = () => {
  mounted = makePlot(curve(0)).plot
}

window.drawUpdates = async () => {
  const took: number[] = []
  for (let n = 1; n <= updates; n += 1) {
    await new Promise((go) => setTimeout(go, 100))
    const next = curve(n * STEP)
    await frame()
    const startedAtMs = performance.now()
    mounted?.update(next, { first: true, last: true })
    await drawn()
    took.push(performance.now() - startedAtMs)
  }
  return took
}
