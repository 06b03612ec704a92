import { BACKSLASH, DOLLAR } from './micromark.ts'
import { texFlow } from './tex-flow.ts'
import { backslashTex, dollarTex } from './tex-syntax.ts'

/** As much of mdast-util-from-markdown's context as is used here. */
interface FromMarkdown {
  readonly stack: TexNode[]
  enter(node: TexNode, token: Token): void
  exit(token: Token): void
  sliceSerialize(token: Token): string
}

interface Token {
  readonly start: { readonly line: number }
}

interface TexNode {
  type: string
  value: string
  /** The line its TeX has come to. */
  line: number
  data: { hName: string; hProperties: { className: string[] }; hChildren: { type: string; value: string }[] }
}

/** As much of a remark processor as is used here. */
interface Processor {
  data(): { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }
}

/**
 * A remark plugin that finds maths in text: `$…$` and `\(…\)` within a line, `$$…$$` and `\[…\]` displayed.
 * It becomes `<code>` of class `tex-inline`, `tex-display` or, without an end, `tex-open`, with the TeX as its text.
 * Typesetting that is the element's business, so that nothing of KaTeX is needed to parse.
 */
export function remarkTex(this: unknown): void {
  const data = (this as Processor).data()
  data.micromarkExtensions ??= []
  data.micromarkExtensions.push({
    flow: { [DOLLAR]: texFlow, [BACKSLASH]: texFlow },
    text: { [DOLLAR]: dollarTex, [BACKSLASH]: backslashTex },
  })
  data.fromMarkdownExtensions ??= []
  data.fromMarkdownExtensions.push({
    enter: { texText: enterText, texFlow: enterFlow },
    exit: {
      texData: exitData,
      texText: exitTex,
      texFlowData: exitData,
      texClosing: exitClosing,
      texFlow: exitTex,
    },
  })
}

function enterText(this: FromMarkdown, token: Token): void {
  const source = this.sliceSerialize(token)
  const display = source.startsWith('$$') || source.startsWith('\\[')
  this.enter(texNode(display ? 'tex-display' : 'tex-inline', token), token)
}

/** Until its end is found it is half a formula, which would only show as an error. */
function enterFlow(this: FromMarkdown, token: Token): void {
  this.enter(texNode('tex-open', token), token)
}

function exitClosing(this: FromMarkdown): void {
  const node = this.stack.at(-1)
  if (node) node.data.hProperties.className = ['tex-display']
}

function texNode(className: string, token: Token): TexNode {
  const data = { hName: 'code', hProperties: { className: [className] }, hChildren: [] }
  return { type: 'tex', value: '', line: token.start.line, data }
}

/** Between the data of two lines stand the marks of the containers around, which are no TeX. */
function exitData(this: FromMarkdown, token: Token): void {
  const node = this.stack.at(-1)
  if (!node) return
  node.value += '\n'.repeat(token.start.line - node.line) + this.sliceSerialize(token)
  node.line = token.start.line
}

function exitTex(this: FromMarkdown, token: Token): void {
  const node = this.stack.at(-1)
  if (node) node.data.hChildren = [{ type: 'text', value: node.value.trim() }]
  this.exit(token)
}
