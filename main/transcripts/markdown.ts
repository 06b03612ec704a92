import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { ExportParts } from '../../shared/chat/transcript.ts'
import type { WholeConversation } from '../conversations/reading.ts'
import { visibleBranch } from './json.ts'
import { endNote, figureLines, momentOf, SAMPLE_COLUMNS, speakerOf } from './words.ts'

/**
 * A conversation's visible branch as Markdown. What user and model wrote stands in it as they wrote it,
 * which is Markdown already; everything the app adds is escaped or fenced.
 */
export function markdownTranscript(conversation: WholeConversation, parts: ExportParts): string {
  const blocks = [`# ${inline(conversation.title)}`, `*${momentOf(conversation.createdAtMs)}*`]
  for (const message of visibleBranch(conversation).messages) {
    if (message.role === 'user') blocks.push('## You', message.text)
    else if (message.turn.end !== null) blocks.push(...replyBlocks(message, parts))
  }
  return `${blocks.join('\n\n')}\n`
}

function replyBlocks(message: ReplyMessage, parts: ExportParts): string[] {
  const { reasoning, content, toolCalls, samples } = message.turn
  const blocks = [`## ${inline(speakerOf(message))}`]
  if (parts.reasoning && reasoning !== '') blocks.push('**Reasoning**', quoted(reasoning))
  if (content !== '') blocks.push(content)
  if (parts.toolCalls) {
    for (const { name, arguments: text } of toolCalls)
      blocks.push(`**Tool call ${inline(name || 'without a name')}**`, fenced(text, 'json'))
  }
  const note = endNote(message)
  if (note !== null) blocks.push(`*${inline(note)}*`)
  if (parts.figures) {
    const lines = figureLines(message).map(({ name, value, source }) => `- ${name}: ${value} (${source})`)
    if (lines.length > 0) blocks.push(lines.join('\n'))
  }
  if (parts.samples && samples.length > 0) {
    const head = SAMPLE_COLUMNS.map(([title]) => title).join(' | ')
    const rule = SAMPLE_COLUMNS.map(() => '---:').join(' | ')
    const rows = samples.map((sample) => SAMPLE_COLUMNS.map(([, key]) => sample[key] ?? '').join(' | '))
    blocks.push([head, rule, ...rows].map((row) => `| ${row} |`).join('\n'))
  }
  return blocks
}

/** Text inside a line of our own: nothing in it is Markdown or HTML. */
function inline(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\s+/gu, ' ')
}

function quoted(text: string): string {
  return text.replace(/^/gmu, '> ')
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${text}\n${fence}`
}
