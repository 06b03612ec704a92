import type { Message, ReplyMessage } from '../../shared/chat/conversation.ts'
import type { ExportParts } from '../../shared/chat/transcript.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { TRANSCRIPT_CSS } from './html-style.ts'
import { visibleBranch } from './json.ts'
import { escapeHtml, markdownToHtml } from './markdown-html.ts'
import { endNote, figureLines, momentOf, SAMPLE_COLUMNS, speakerOf } from './words.ts'

/** Loads and runs nothing, whatever slipped through: the second wall behind the escaping. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** One self-contained page, to be read, kept and printed. */
export function htmlPage(title: string, bodyHtml: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${TRANSCRIPT_CSS}</style>
</head>
<body>
${bodyHtml}</body>
</html>
`
}

/** A conversation's visible branch as the inside of a page. Everything that is not ours is escaped. */
export function htmlTranscript(conversation: WholeConversation, parts: ExportParts): string {
  const messages = visibleBranch(conversation).messages.map((message) => messageHtml(message, parts))
  return `<main class="transcript">
<h1>${escapeHtml(conversation.title)}</h1>
<p class="when">${momentOf(conversation.createdAtMs)}</p>
${messages.join('')}</main>
`
}

function messageHtml(message: Message, parts: ExportParts): string {
  if (message.role === 'user') {
    // As it was typed: what a user writes is seldom meant as Markdown.
    return article('you', 'You', `<p class="typed">${escapeHtml(message.text)}</p>\n`)
  }
  return message.turn.end === null ? '' : article('reply', speakerOf(message), replyHtml(message, parts))
}

function article(kind: string, speaker: string, inside: string): string {
  return `<article class="${kind}">\n<h2>${escapeHtml(speaker)}</h2>\n${inside}</article>\n`
}

function replyHtml(message: ReplyMessage, parts: ExportParts): string {
  const { reasoning, content, toolCalls, samples } = message.turn
  const blocks: string[] = []
  if (parts.reasoning && reasoning !== '')
    blocks.push(`<section class="reasoning">\n<h3>Reasoning</h3>\n${markdownToHtml(reasoning)}</section>\n`)
  blocks.push(markdownToHtml(content))
  if (parts.toolCalls) {
    for (const { name, arguments: text } of toolCalls) {
      const title = `Tool call ${name || 'without a name'}`
      blocks.push(
        `<section class="call">\n<h3>${escapeHtml(title)}</h3>\n<pre>${escapeHtml(text)}</pre></section>\n`,
      )
    }
  }
  const note = endNote(message)
  if (note !== null) blocks.push(`<p class="note">${escapeHtml(note)}</p>\n`)
  const figures = parts.figures ? figureLines(message) : []
  if (figures.length > 0) {
    const rows = figures.map(
      ({ name, value, source }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td><td>${source}</td></tr>\n`,
    )
    blocks.push(`<table class="figures">\n${rows.join('')}</table>\n`)
  }
  if (parts.samples && samples.length > 0) {
    const head = SAMPLE_COLUMNS.map(([title]) => `<th scope="col">${title}</th>`).join('')
    const rows = samples.map(
      (sample) => `<tr>${SAMPLE_COLUMNS.map(([, key]) => `<td>${sample[key] ?? ''}</td>`).join('')}</tr>\n`,
    )
    blocks.push(`<table class="samples">\n<tr>${head}</tr>\n${rows.join('')}</table>\n`)
  }
  return blocks.join('')
}
