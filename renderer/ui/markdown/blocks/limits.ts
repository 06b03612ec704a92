/** The largest block that is parsed: a table of a thousand rows. Characters, lines, bars between cells. */
const BLOCK_MAX = 48_000
const LINES_MAX = 1500
const BARS_MAX = 6000
/** Below this nothing in a block can be dear. */
const ALWAYS_FINE = 300

/** Containers opened within one line, deeper than anyone writes. The parser's cost grows with their square. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))){24}/m

/** Brackets a paragraph may close: each may look back over all that were opened. */
const BRACKETS_MAX = 1200
/** Runs of `*`, `_` or `~` in a paragraph: each may be tried against all before it. */
const EMPHASIS_MAX = 2000

/**
 * Whether a block's source would cost the parser more than a moment, or overflow its stack. Such a block is
 * shown as plain text. The numbers were found by measuring which inputs are quadratic in micromark 4: with
 * them none takes more than about a tenth of a second.
 */
export function isTooDear(text: string): boolean {
  if (text.length < ALWAYS_FINE) return false
  if (text.length > BLOCK_MAX || DEEP.test(text)) return true
  let lines = 0
  let bars = 0
  let brackets = 0
  let emphasis = 0
  for (const [mark] of text.matchAll(/\n(?:[ \t]*\n)?|\||!\[|\]|[*_~]+/g)) {
    if (mark === '\n') lines += 1
    else if (mark === '|') bars += 1
    else if (mark === ']') brackets += 1
    // An image's text may hold further images, which costs several times as much.
    else if (mark === '![') brackets += 4
    else if (mark.startsWith('\n')) {
      lines += 2
      brackets = 0
      emphasis = 0
    } else emphasis += 1
    if (brackets > BRACKETS_MAX || emphasis > EMPHASIS_MAX) return true
  }
  return lines > LINES_MAX || bars > BARS_MAX
}
