/** A rectangle on the screen, in device-independent pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The size of a first window, where the display has room for it. */
const FIRST_SIZE = { width: 1280, height: 800 }
/** How far a window stands below and right of the one whose place it would take. */
const CASCADE_PX = 22

/**
 * Where a new window goes: where the last one was, but all of it on a display that is there now, and not
 * exactly over another window. Displays come and go, change their size and their arrangement.
 *
 * @param remembered Where the last window was; null for a first start, which gets the middle.
 * @param displays What is free of menu bar and Dock on each display, the main one first; at least one.
 * @param others Where the app's other windows are.
 */
export function placeWindow(
  remembered: Area | null,
  displays: readonly Area[],
  others: readonly Area[] = [],
): Area {
  const [main] = displays
  if (main === undefined) return remembered ?? { x: 0, y: 0, ...FIRST_SIZE }
  let place = remembered === null ? centre(main) : bringInto(displayFor(remembered, displays), remembered)
  const display = displayFor(place, displays)
  while (others.some((other) => other.x === place.x && other.y === place.y)) {
    const next = bringInto(display, { ...place, x: place.x + CASCADE_PX, y: place.y + CASCADE_PX })
    // In the corner; over another one is better than off the screen.
    if (next.x === place.x && next.y === place.y) break
    place = next
  }
  return place
}

function centre(display: Area): Area {
  const width = Math.min(FIRST_SIZE.width, display.width)
  const height = Math.min(FIRST_SIZE.height, display.height)
  return {
    x: Math.round(display.x + (display.width - width) / 2),
    y: Math.round(display.y + (display.height - height) / 2),
    width,
    height,
  }
}

/** The display with most of the window; if there is none of it on any, the nearest. */
function displayFor(window: Area, displays: readonly Area[]): Area {
  const [first = window] = displays
  return displays.reduce((best, display) => {
    const [share, bestShare] = [overlap(window, display), overlap(window, best)]
    if (share !== bestShare) return share > bestShare ? display : best
    return share === 0 && distance(window, display) < distance(window, best) ? display : best
  }, first)
}

/** Makes the window fit and moves it as little as that takes. */
function bringInto(display: Area, { x, y, width, height }: Area): Area {
  const fit = { width: Math.min(width, display.width), height: Math.min(height, display.height) }
  return {
    x: clamp(x, display.x, display.x + display.width - fit.width),
    y: clamp(y, display.y, display.y + display.height - fit.height),
    ...fit,
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Between the middles. */
function distance(a: Area, b: Area): number {
  const x = a.x + a.width / 2 - (b.x + b.width / 2)
  const y = a.y + a.height / 2 - (b.y + b.height / 2)
  return Math.hypot(x, y)
}
