/** Columns before the first character that is neither space nor tab, with tab stops every four columns. */
export function indentOf(line: string): number {
  let column = 0
  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    if (char === ' ') column++
    else if (char === '\t') column += 4 - (column % 4)
    else return column
  }
  return column
}

/** A line of spaces and tabs only. */
export function isBlank(line: string): boolean {
  return !/[^ \t]/.test(line)
}

/** An opened fence: what closes it is a line of at least `size` of the same character. */
export interface Fence {
  readonly char: string
  readonly size: number
  readonly indent: number
  /** What stands behind the opening: `ts`, `python title="x"`. Empty for maths. */
  readonly info: string
}

const CODE_FENCE = /^( {0,3})(`{3,})([^`]*)$|^( {0,3})(~{3,})(.*)$/

/** The line as the opening of a fenced code block. CommonMark 0.31, §4.5. */
export function codeFence(line: string): Fence | undefined {
  const match = CODE_FENCE.exec(line)
  if (!match) return undefined
  const mark = match[2] ?? match[5] ?? ''
  return {
    char: mark.charAt(0),
    size: mark.length,
    indent: (match[1] ?? match[4] ?? '').length,
    info: (match[3] ?? match[6] ?? '').trim(),
  }
}

/**
 * The line as the opening of display maths: `$$` or `\[` and nothing else. With TeX behind it the line is a
 * paragraph's, where maths is found as text, so that a forgotten line break cannot turn the rest of a reply
 * into a formula.
 */
export function mathFence(line: string): Fence | undefined {
  const match = /^( {0,3})(\$\$|\\\[)[ \t]*$/.exec(line)
  const mark = match?.[2] === '$$' ? '$' : '\\'
  return match ? { char: mark, size: 2, indent: (match[1] ?? '').length, info: '' } : undefined
}

/** Whether the line closes the fence. */
export function closesFence(line: string, fence: Fence): boolean {
  if (fence.char === '\\') return /^ {0,3}\\\][ \t]*$/.test(line)
  const mark = /^ {0,3}([`~$]+)[ \t]*$/.exec(line)?.[1] ?? ''
  return mark.length >= fence.size && mark === fence.char.repeat(mark.length)
}

/** A list item's first line. */
export interface ListMarker {
  /** `-`, `*`, `+`, `.` or `)`: items with another one begin another list. */
  readonly type: string
  /** Columns a line must be indented to belong to the item. */
  readonly offset: number
  readonly empty: boolean
  /** Whether the item may end a paragraph that stands right before it. */
  readonly interrupts: boolean
  /** The item's number; null for bullets. */
  readonly number: number | null
}

const LIST_MARKER = /^( {0,3})([-+*]|(\d{1,9})([.)]))(?:([ \t]+)(.*)|)$/

/** The line as the start of a list item that may begin here. CommonMark 0.31, §5.2. */
export function listMarker(line: string): ListMarker | undefined {
  const match = LIST_MARKER.exec(line)
  if (!match || isThematicBreak(line)) return undefined
  const [, indent = '', mark = '', digits, delimiter, space = '', rest = ''] = match
  const markEnd = indent.length + mark.length
  const empty = isBlank(rest)
  const contentAt = indentOf(' '.repeat(markEnd) + space + (empty ? '' : 'x'))
  // Five columns or more: the item begins with indented code, one column behind the mark.
  const offset = empty || contentAt - markEnd > 4 ? markEnd + 1 : contentAt
  const number = digits === undefined ? null : Number(digits)
  return {
    type: delimiter ?? mark,
    offset,
    empty,
    interrupts: !empty && (number === null || number === 1),
    number,
  }
}

/** `***`, `- - -`, `___`: a rule across the page, unless it underlines a heading. */
export function isThematicBreak(line: string): boolean {
  return /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line)
}

/** `# Title`. */
export function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)
}

/** `> quoted`. */
export function isQuote(line: string): boolean {
  return /^ {0,3}>/.test(line)
}
