/** As much of a hast node as is looked at here. */
export interface HtmlNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: HtmlNode[]
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

/** What is nested deeper stands as its source: deep trees overflow the stack of those who walk them. */
const DEPTH_MAX = 100

/**
 * Tidies the tree between parser and React:
 * - `<br>` written as HTML breaks the line, as models write it in table cells; all other HTML becomes text,
 *   a paragraph of its own where it was a block.
 * - A task's checkbox and its words become one label.
 * - What is nested too deeply becomes its source.
 */
export function rehypeTidy() {
  return (tree: HtmlNode, file: { toString(): string }): void => tidy(tree, 0, String(file))
}

function tidy(node: HtmlNode, depth: number, source: string): void {
  if (!node.children) return
  if (depth > DEPTH_MAX) {
    const value = source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
    node.children = [{ type: 'text', value }]
    return
  }
  const isBlockParent = node.type === 'root' || node.tagName === 'blockquote' || node.tagName === 'li'
  node.children = node.children.map((child) => (child.type === 'raw' ? rawNode(child, isBlockParent) : child))
  if (node.tagName === 'li' && hasClass(node, 'task-list-item')) labelTask(node)
  for (const child of node.children) tidy(child, depth + 1, source)
}

function rawNode(node: HtmlNode, isBlock: boolean): HtmlNode {
  const value = node.value ?? ''
  if (/^<br\s*\/?>$/i.test(value)) return element('br', {}, [])
  const text = { type: 'text', value }
  return isBlock ? element('p', { className: ['raw-html'] }, [text]) : text
}

function labelTask(item: HtmlNode): void {
  const first = item.children?.find((child) => child.tagName === 'p') ?? item
  const words = first.children ?? []
  const end = words.findIndex((child) => ['ul', 'ol', 'p', 'pre', 'blockquote'].includes(child.tagName ?? ''))
  const inline = end < 0 ? words : words.slice(0, end)
  if (!inline.some((child) => child.tagName === 'input')) return
  first.children = [element('label', {}, inline), ...words.slice(inline.length)]
}

function element(tagName: string, properties: Record<string, unknown>, children: HtmlNode[]): HtmlNode {
  return { type: 'element', tagName, properties, children }
}

function hasClass(node: HtmlNode, name: string): boolean {
  const classes = node.properties?.className
  return Array.isArray(classes) && classes.includes(name)
}
