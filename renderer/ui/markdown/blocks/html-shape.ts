/**
 * How a block of raw HTML begins and ends. It is shown as text, but it must be known as such: what looks
 * like a fence or a heading inside it is neither. CommonMark 0.31, §4.6.
 */
export type HtmlBlock =
  /** Ends with the line in which `end` is found; blank lines do not end it. */
  | { readonly ends: 'at-mark'; readonly end: RegExp }
  /** Ends at the first blank line. `interrupts` is false for a tag that cannot end a paragraph. */
  | { readonly ends: 'at-blank'; readonly interrupts: boolean }

const MARKED: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
]

const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const BLOCK_TAG = new RegExp(`^ {0,3}</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, 'i')

const ATTRIBUTE = '[ \\t]+[a-z_:][a-z0-9_.:-]*(?:[ \\t]*=[ \\t]*(?:[^ \\t"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'
const LONE_TAG = new RegExp(
  `^ {0,3}(?:<[a-z][a-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|</[a-z][a-z0-9-]*[ \\t]*>)[ \\t]*$`,
  'i',
)

/** The line as the start of a block of raw HTML. */
export function htmlBlock(line: string): HtmlBlock | undefined {
  if (!/^ {0,3}</.test(line)) return undefined
  for (const [start, end] of MARKED) if (start.test(line)) return { ends: 'at-mark', end }
  if (BLOCK_TAG.test(line)) return { ends: 'at-blank', interrupts: true }
  return LONE_TAG.test(line) ? { ends: 'at-blank', interrupts: false } : undefined
}
