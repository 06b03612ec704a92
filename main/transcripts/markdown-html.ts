import { Marked, type Tokens } from 'marked'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML text, also inside an attribute with quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
}

/** Raw HTML is shown as text, links are kept only where they are harmless, images become their text. */
const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    link({ href, tokens }: Tokens.Link) {
      const label = this.parser.parseInline(tokens)
      return isHarmless(href)
        ? `<a href="${escapeHtml(href)}" rel="noreferrer noopener">${label}</a>`
        : `${label} (${escapeHtml(href)})`
    },
    image: ({ href, text }: Tokens.Image) => `[${escapeHtml(text)}] (${escapeHtml(href)})`,
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
})

function isHarmless(href: string): boolean {
  if (!URL.canParse(href)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol)
}

/**
 * Markdown as HTML that cannot do anything: no scripts, no raw HTML, nothing loaded. Text that no parser
 * can walk through, as a hundred thousand nested quotes, is shown as it was written.
 */
export function markdownToHtml(text: string): string {
  try {
    return marked.parse(text, { async: false })
  } catch {
    return `<pre>${escapeHtml(text)}</pre>\n`
  }
}
