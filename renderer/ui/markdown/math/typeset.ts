import { render } from 'katex'
import 'katex/dist/katex.min.css'

/** Longer TeX is not set: KaTeX's cost is not bound by anything else. Characters. */
const LENGTH_MAX = 10_000

/**
 * Sets a formula into an element; false, with the element empty, when it cannot be read. TeX is hostile:
 * nothing that makes links, loads images or sets classes is trusted, macros expand a bounded number of
 * times, and no box is larger than 20 em.
 */
export function typeset(tex: string, element: HTMLElement, display: boolean): boolean {
  if (tex.length > LENGTH_MAX) return false
  try {
    render(tex, element, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 1000,
      maxSize: 20,
    })
    return true
  } catch {
    // A ParseError, or a RangeError from braces nested beyond the stack: either way the source says more.
    element.replaceChildren()
    return false
  }
}
