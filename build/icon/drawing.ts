/**
 * The app's icon as SVG: a decode rate that climbs and holds, and the token that arrives now in the colour
 * that the app draws power in.
 *
 * Sizes follow Apple's grid for Mac icons: on 1024, a rounded square of 824 with a shadow below it.
 *
 * @param sizePx How large it will be shown. Small ones get fewer, stronger bars and no fine light.
 */
export function iconSvg(sizePx: number): string {
  const bars = sizePx <= 32 ? SMALL_BARS : BARS
  const [width, gap] = sizePx <= 32 ? [104, 48] : [68, 34]
  const left = 512 - (bars.length * width + (bars.length - 1) * gap) / 2
  const drawn = bars.map((height, index) => {
    const x = left + index * (width + gap)
    const now = index === bars.length - 1
    const fill = now ? 'url(#now)' : '#fff'
    const opacity = now ? 1 : 0.42 + (0.58 * (index + 1)) / bars.length
    return `<rect x="${x}" y="${BASE - height}" width="${width}" height="${height}" rx="${width / 2}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024" width="${sizePx}" height="${sizePx}">
  <defs>
    <linearGradient id="ground" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#4b93ff"/>
      <stop offset="0.55" stop-color="#1f62e6"/>
      <stop offset="1" stop-color="#143ea8"/>
    </linearGradient>
    <linearGradient id="edge" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity="0.5"/>
      <stop offset="0.25" stop-color="#fff" stop-opacity="0.06"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </linearGradient>
    <linearGradient id="now" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#ffc062"/>
      <stop offset="1" stop-color="#ff8a2b"/>
    </linearGradient>
    <filter id="shadow" x="-20%" y="-20%" width="140%" height="140%">
      <feDropShadow dx="0" dy="12" stdDeviation="14" flood-color="#000" flood-opacity="0.3"/>
    </filter>
  </defs>
  <rect x="100" y="100" width="824" height="824" rx="186" fill="url(#ground)" filter="url(#shadow)"/>
  <rect x="103" y="103" width="818" height="818" rx="183" fill="none" stroke="url(#edge)" stroke-width="6"/>
  ${drawn.join('\n  ')}
</svg>`
}

/** Where the bars stand. */
const BASE = 726
const BARS = [112, 196, 316, 268, 388, 428]
const SMALL_BARS = [150, 290, 350, 430]
