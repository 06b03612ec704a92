import { MARKERS } from './markers.ts'
import type { PointSeries } from './points.ts'
import type { ScatterPlot } from './scatter-plot.ts'

const MARGIN_PX = 16
const TITLE_PX = 24
const LEGEND_PX = 18
const MARKER_PX = 4

/** The chart of turns as a PNG in the theme's colours, with its title and the models' markers. */
export async function pictureOf(
  title: string,
  series: readonly PointSeries[],
  plot: ScatterPlot,
): Promise<Blob> {
  const scale = devicePixelRatio
  const drawing = plot.canvas
  const { text, background, font, markers } = plot.theme
  const canvas = document.createElement('canvas')
  canvas.width = drawing.width + 2 * MARGIN_PX * scale
  canvas.height = drawing.height + (2 * MARGIN_PX + TITLE_PX + series.length * LEGEND_PX) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This page cannot draw.')
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = text
  context.font = `600 12px ${font}`
  context.fillText(title, MARGIN_PX, MARGIN_PX + 12)
  context.font = `11px ${font}`
  let y = MARGIN_PX + TITLE_PX + drawing.height / scale + LEGEND_PX / 2
  for (const { label, style } of series) {
    context.save()
    context.translate(MARGIN_PX + 6, y)
    context.scale(MARKER_PX, MARKER_PX)
    context.fillStyle = markers[style] ?? text
    context.fill(new Path2D(MARKERS[style]))
    context.restore()
    context.fillStyle = text
    context.fillText(label, MARGIN_PX + 18, y + 4)
    y += LEGEND_PX
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(drawing, MARGIN_PX * scale, (MARGIN_PX + TITLE_PX) * scale)
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('The picture could not be made.'))),
      'image/png',
    )
  })
}
