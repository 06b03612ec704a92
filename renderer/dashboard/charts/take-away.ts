import type { ChartSpec } from './chart-spec.ts'
import type { Plot } from './plot.ts'
import type { PlotGroup } from './plot-group.ts'

const TITLE_PX = 22
const MARGIN_PX = 16

/** The charts as they are shown, one below the other, as a PNG in the theme's colours. */
export async function pictureOf(
  specs: readonly ChartSpec[],
  plots: ReadonlyMap<string, Plot>,
  group: PlotGroup,
): Promise<Blob> {
  const shown = specs.flatMap((spec) => {
    const plot = plots.get(spec.id)
    return plot ? [{ spec, canvas: plot.canvas }] : []
  })
  const scale = devicePixelRatio
  const margin = MARGIN_PX * scale
  const title = TITLE_PX * scale
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, ...shown.map((each) => each.canvas.width)) + 2 * margin
  canvas.height = shown.reduce((sum, each) => sum + title + each.canvas.height, 0) + 2 * margin
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This page cannot draw.')
  const { colours } = group
  context.fillStyle = colours.pane
  context.fillRect(0, 0, canvas.width, canvas.height)
  let y = margin
  for (const { spec, canvas: drawing } of shown) {
    context.fillStyle = colours.lines[spec.colour]
    context.fillRect(margin, y + 4 * scale, 8 * scale, 8 * scale)
    context.fillStyle = colours.text
    context.font = `600 ${11.5 * scale}px ${colours.font}`
    context.fillText(`${spec.title} (${spec.unit})`, margin + 14 * scale, y + 12 * scale)
    const width = context.measureText(`${spec.title} (${spec.unit})`).width
    context.fillStyle = colours.faint
    context.font = `${10.5 * scale}px ${colours.font}`
    context.fillText(spec.source, margin + 20 * scale + width, y + 12 * scale)
    context.drawImage(drawing, margin, y + title)
    y += title + drawing.height
  }
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('The picture could not be made.'))),
      'image/png',
    )
  })
}

/** Hands a file to the user, as the host saves downloads. The page's policy needs no exception for it. */
export function save(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has taken the bytes once it has begun; a moment is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
