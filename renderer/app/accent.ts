/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [number, number, number]

/** The colours a page draws in the user's accent, as values of custom properties. */
export interface AccentColours {
  /** For lines and marks on the page's own background. */
  readonly accent: string
  /** For surfaces with white text on them. */
  readonly fill: string
}

/** Of WCAG: text and what it stands on. */
const MIN_CONTRAST = 4.5
const WHITE: Rgb = [1, 1, 1]
const BLACK: Rgb = [0, 0, 0]
/** The page's background in the dark theme. */
const DARK: Rgb = [0x1e / 255, 0x1e / 255, 0x20 / 255]

/**
 * Turns macOS's accent colour into ones that can be read: yellow carries no white text, and is no line on
 * white, until it is darker. Hue and saturation stay the user's.
 *
 * @param hex `#rrggbb`; null for anything else.
 */
export function accentColours(hex: string): AccentColours | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (parts === null) return null
  const [, red = '', green = '', blue = ''] = parts
  const given: Rgb = [channel(red), channel(green), channel(blue)]
  const onWhite = towards(BLACK, given, WHITE)
  return {
    accent: `light-dark(${toHex(onWhite)}, ${toHex(towards(WHITE, given, DARK))})`,
    fill: toHex(onWhite),
  }
}

/** How well two colours can be told apart, 1 to 21 (WCAG 2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** Mixes a colour with black or white, as little as it takes to stand out from another one. */
function towards(end: Rgb, colour: Rgb, ground: Rgb): Rgb {
  const mix = (share: number): Rgb => [
    colour[0] + (end[0] - colour[0]) * share,
    colour[1] + (end[1] - colour[1]) * share,
    colour[2] + (end[2] - colour[2]) * share,
  ]
  for (let step = 0; step < 50; step += 1) {
    const mixed = mix(step / 50)
    // Rounding to whole channels must not undo it.
    if (contrast(mixed, ground) >= MIN_CONTRAST + 0.05) return mixed
  }
  return end
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

const channel = (hex: string) => Number.parseInt(hex, 16) / 255

function toHex(colour: Rgb): string {
  return `#${colour
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
