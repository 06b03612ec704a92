import type { LineColour } from './chart-spec.ts'

/** The theme's colours as a canvas takes them. */
export interface ChartColours {
  readonly lines: Readonly<Record<LineColour, string>>
  readonly text: string
  readonly faint: string
  readonly grid: string
  readonly pane: string
  readonly font: string
}

/**
 * Reads the theme from the custom properties. A canvas does not know them, and their text holds both
 * themes (`light-dark()`), so each is put on an element for a moment, whose computed colour is plain.
 */
export function readColours(element: HTMLElement): ChartColours {
  const [rate, power, util, bw, text, faint, grid, pane] = readProperties(element, PROPERTIES)
  return {
    lines: { rate, power, util, bw },
    text,
    faint,
    grid,
    pane,
    font: getComputedStyle(element).fontFamily,
  }
}

const PROPERTIES = ['rate', 'power', 'util', 'bw', 'text', 'faint', 'line', 'pane'] as const

/** The colours of these custom properties as they are on an element now. */
export function readProperties<const N extends readonly string[]>(
  element: HTMLElement,
  names: N,
): { readonly [K in keyof N]: string } {
  const probe = document.createElement('i')
  element.append(probe)
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  return colours as { readonly [K in keyof N]: string }
}

/** A plain computed colour (`rgb(…)`) with a share of its opacity. */
export function faded(colour: string, alpha: number): string {
  return colour.replace(/^rgb\(([^)/]+)\)$/, (_all, parts: string) => `rgba(${parts.trim()}, ${alpha})`)
}

/** Calls when the theme may have changed, until the returned function is called. */
export function onThemeChange(listener: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
    matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', listener)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
    observer.disconnect()
  }
}
