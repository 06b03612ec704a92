import { marked, type Token, type Tokens } from 'marked'

/**
 * Markdown as it reads without its marks: for a mail or a form that knows none. Code, tables (with tabs) and
 * lists keep their lines; a link keeps its address; what is no Markdown stays as it is.
 */
export function plainText(markdown: string): string {
  try {
    return blocks(marked.lexer(markdown)).trim()
  } catch {
    // What no parser can walk through, as a hundred thousand nested quotes, is copied as it came.
    return markdown
  }
}

function blocks(tokens: readonly Token[]): string {
  return tokens
    .map(block)
    .filter((text) => text !== '')
    .join('\n\n')
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return ''
    case 'code':
      return (token as Tokens.Code).text
    case 'blockquote':
      return blocks((token as Tokens.Blockquote).tokens)
    case 'list':
      return list(token as Tokens.List)
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map((cell) => inline(cell.tokens)).join('\t')).join('\n')
    }
    case 'html':
      return (token as Tokens.HTML).text.trimEnd()
  }
  return inline(childrenOf(token) ?? [token])
}

function childrenOf(token: Token): readonly Token[] | undefined {
  return 'tokens' in token ? token.tokens : undefined
}

function list({ items, ordered, start, loose }: Tokens.List): string {
  const lines = items.map((item, at) => {
    const mark = ordered ? `${(start || 1) + at}. ` : '- '
    const box = item.task ? `[${item.checked ? 'x' : ' '}] ` : ''
    const text = item.tokens
      .filter((token) => token.type !== 'checkbox')
      .map(block)
      .filter((part) => part !== '')
      .join(loose ? '\n\n' : '\n')
    return mark + box + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
  })
  return lines.join(loose ? '\n\n' : '\n')
}

function inline(tokens: readonly Token[]): string {
  return tokens.map(span).join('')
}

function span(token: Token): string {
  switch (token.type) {
    case 'br':
      return '\n'
    case 'codespan':
      return (token as Tokens.Codespan).text
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      const label = inline(tokens)
      return href === label || href === `mailto:${label}` ? label : `${label} (${href})`
    }
    case 'image': {
      const { text, href } = token as Tokens.Image
      return text === '' ? href : text
    }
    case 'escape':
      return (token as Tokens.Escape).text
    case 'html':
      return (token as Tokens.HTML).text
  }
  const children = childrenOf(token)
  if (children) return inline(children)
  return withoutEntities('text' in token ? String(token.text) : token.raw)
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The characters that entities stand for, as far as models write them. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
