import { type HtmlBlock, htmlBlock } from './html-shape.ts'
import {
  closesFence,
  codeFence,
  type Fence,
  indentOf,
  isBlank,
  isHeading,
  isQuote,
  isThematicBreak,
  type ListMarker,
  listMarker,
  mathFence,
} from './line-shape.ts'

/** What a container or a paragraph leaves open for the lines behind it. */
interface Doubts {
  readonly afterBlank: boolean
  /** The container may be another than it seems: a line may have begun or ended a list, or may not have. */
  readonly unsure: boolean
  /** A line may have begun raw HTML, which lasts until a blank line. */
  readonly maybeHtml: boolean
}

/** Where the scan stands between two lines: what is open at the top of the document. */
export type Open =
  /** Nothing: whatever comes next begins a block of its own. */
  | { readonly in: 'nothing' }
  | { readonly in: 'code' | 'math'; readonly fence: Fence }
  | { readonly in: 'html'; readonly html: HtmlBlock }
  /** Paragraph, table, indented code, footnote; `quote` when a `>` began it. */
  | ({ readonly in: 'text' | 'quote' } & Doubts)
  | ({ readonly in: 'list'; readonly marker: ListMarker } & Doubts)
  /** Something whose end cannot be told line by line: the rest of the document is one block. */
  | { readonly in: 'rest' }

/** What a line does: whether a new block begins with it, and what is open after it. */
export interface Step {
  readonly begins: boolean
  readonly open: Open
}

export const NOTHING: Open = { in: 'nothing' }
const NO_DOUBTS: Doubts = { afterBlank: false, unsure: false, maybeHtml: false }
const REST: Step = { begins: false, open: { in: 'rest' } }

/**
 * Reads one line. A block begins only where that is certain under CommonMark's rules, so that the blocks,
 * parsed one by one, give what the whole document gives. Where a line could be read both ways, the block
 * simply goes on. Pure, and each line is read once: the cost of a document is linear, however it comes.
 */
export function scanLine(open: Open, line: string): Step {
  switch (open.in) {
    case 'nothing':
      return isBlank(line) ? goesOn(open) : { begins: true, open: opens(line) }
    case 'code':
    case 'math':
      return goesOn(closesFence(line, open.fence) ? NOTHING : open)
    case 'html':
      return inHtml(open, line)
    case 'list':
      return inList(open, line)
    case 'text':
    case 'quote':
      return inText(open, line)
    case 'rest':
      return REST
  }
}

function goesOn(open: Open): Step {
  return { begins: false, open }
}

/** What is open after a line that begins a block. */
function opens(line: string): Open {
  const code = codeFence(line)
  if (code) return { in: 'code', fence: code }
  const math = mathFence(line)
  if (math) return { in: 'math', fence: math }
  if (isHeading(line) || isThematicBreak(line)) return NOTHING
  const html = htmlBlock(line)
  if (html) return html.ends === 'at-mark' && html.end.test(line) ? NOTHING : { in: 'html', html }
  const marker = listMarker(line)
  if (marker) return { in: 'list', marker, ...NO_DOUBTS }
  // The parser does not let every list begin behind indented code, not even after a blank line.
  return { in: isQuote(line) ? 'quote' : 'text', ...NO_DOUBTS, unsure: indentOf(line) > 3 }
}

function inHtml(open: Extract<Open, { in: 'html' }>, line: string): Step {
  if (open.html.ends === 'at-mark') return goesOn(open.html.end.test(line) ? NOTHING : open)
  return goesOn(isBlank(line) ? { in: 'text', ...NO_DOUBTS, afterBlank: true } : open)
}

/** Whether a line begins a block wherever it stands outside a container, even within a paragraph. */
function alwaysBegins(line: string): boolean {
  return isHeading(line) || codeFence(line) !== undefined || mathFence(line) !== undefined
}

/** Whether a line means something else within raw HTML than without. */
function startsAnything(line: string): boolean {
  return (
    alwaysBegins(line) || isQuote(line) || listMarker(line) !== undefined || htmlBlock(line) !== undefined
  )
}

function inText(open: Extract<Open, { in: 'text' | 'quote' }>, line: string): Step {
  if (isBlank(line)) return goesOn({ ...open, afterBlank: true, maybeHtml: false })
  const same: Open = { ...open, afterBlank: false }
  if (open.maybeHtml) return startsAnything(line) ? REST : goesOn(same)
  const indent = indentOf(line)
  if (indent > 3) return goesOn({ ...same, unsure: true })
  const html = htmlBlock(line)
  if (open.unsure && indent > 0 && (alwaysBegins(line) || html)) return REST
  if (alwaysBegins(line)) return { begins: true, open: opens(line) }
  if (html) {
    if (!open.afterBlank && !interrupts(html)) return goesOn({ ...same, unsure: true, maybeHtml: true })
    return { begins: true, open: opens(line) }
  }
  const marker = listMarker(line)
  if (open.unsure && (marker || indent > 0)) {
    // It may be the next item of a list that was not seen to begin: the same block, from here on a list.
    return goesOn(marker ? { in: 'list', marker, ...NO_DOUBTS, unsure: true } : same)
  }
  if (open.afterBlank) return { begins: true, open: opens(line) }
  if (marker) {
    return marker.interrupts ? { begins: true, open: opens(line) } : goesOn({ ...same, unsure: true })
  }
  // A quote may go on behind a lazy line; only one after other text begins here.
  if (open.in === 'text' && isQuote(line)) return { begins: true, open: opens(line) }
  return goesOn(same)
}

function interrupts(html: HtmlBlock): boolean {
  return html.ends === 'at-mark' || html.interrupts
}

function inList(open: Extract<Open, { in: 'list' }>, line: string): Step {
  if (isBlank(line)) {
    // An item that begins with a blank line has ended with the next one; what follows may be outside.
    return goesOn({ ...open, afterBlank: true, unsure: open.unsure || open.marker.empty, maybeHtml: false })
  }
  const same: Open = { ...open, afterBlank: false }
  if (open.maybeHtml) return startsAnything(line) ? REST : goesOn(same)
  const indent = indentOf(line)
  if (open.unsure && indent > 0 && indent <= 3 && (alwaysBegins(line) || htmlBlock(line))) return REST
  if (indent >= open.marker.offset) return goesOn(same)
  if (indent > 3) return goesOn({ ...same, unsure: true })
  const marker = listMarker(line)
  if (marker) {
    if (marker.type === open.marker.type) {
      const unsure = open.unsure && !open.afterBlank && !marker.interrupts
      return goesOn({ in: 'list', marker, ...NO_DOUBTS, unsure })
    }
    // Another list, unless it is a paragraph's line, or a line before has begun one of this type already.
    if (open.unsure || !(open.afterBlank || marker.interrupts))
      return goesOn({ in: 'list', marker, ...NO_DOUBTS, unsure: true })
    return { begins: true, open: opens(line) }
  }
  const html = htmlBlock(line)
  // Under a paragraph that may stand outside the list, `---` may underline a heading.
  const rule = isThematicBreak(line) && !(open.unsure && !open.afterBlank)
  const begins = alwaysBegins(line) || rule || isQuote(line)
  const afterList = open.afterBlank && !(open.unsure && indent > 0)
  if (begins || afterList || (html && interrupts(html))) return { begins: true, open: opens(line) }
  return goesOn({ ...same, unsure: true, maybeHtml: html !== undefined })
}
