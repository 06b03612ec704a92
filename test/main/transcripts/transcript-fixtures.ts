import type { WholeConversation } from '../../../main/conversations/reading.ts'
import type { ExportParts } from '../../../shared/chat/transcript.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import { grown, newReply, userMessage } from '../conversations/store-fixtures.ts'

export const ALL: ExportParts = { reasoning: true, toolCalls: true, figures: true, samples: true }
export const NONE: ExportParts = { reasoning: false, toolCalls: false, figures: false, samples: false }

/** Text that hurts whoever does not escape it. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '<javascript:alert(1)>',
  '![x](http://example.com/pixel.png)',
  '<img src=x onerror=alert(1)>',
  '[a](<data:text/html,x>) [b](file:///etc/passwd) <b onclick="x">bold</b>',
  '</style></main></body>',
  '```\n</pre><script>alert(2)</script>\n```',
  '| a |\n|---|\n| <svg/onload=alert(3)> |',
  '[ref]: javascript:alert(4)\n[ref]',
  'emoji 🦙👨‍👩‍👧 & “quotes” \u202e reversed',
].join('\n\n')

/** A conversation of one exchange, whose reply has everything a reply can have. */
export function richConversation(
  options: { readonly title?: string; readonly text?: string; readonly answer?: string } = {},
): WholeConversation {
  const { title = 'A talk', text = 'Question?', answer = 'An **answer**.' } = options
  const question = userMessage(text, null, 1_700_000_000_000)
  const events: StreamEvent[] = [
    { type: 'opened', atMs: 1, requestId: 'r', address: '127.0.0.1:9999' },
    { type: 'reasoning', atMs: 100, text: `Thinking about: ${answer}`, deltas: 4 },
    { type: 'content', atMs: 300, lastAtMs: 900, text: answer, deltas: 9 },
    {
      type: 'toolCall',
      atMs: 950,
      slot: 0,
      index: 0,
      id: 'c',
      name: answer.slice(0, 90),
      arguments: `{"q":"\`\`\`"}`,
    },
    { type: 'usage', atMs: 960, usage: { promptTokens: 8, completionTokens: 16 } },
    {
      type: 'profile',
      atMs: 970,
      profile: { gpuPowerAvgW: 12.5, decodeTokS: 60 },
      samples: [
        { t: 0, gpuPowerW: 10, bwGbs: 3 },
        { t: 1, gpuPowerW: 15 },
      ],
    },
    { type: 'done', atMs: 1000, end: 'done' },
  ]
  const reply = grown(newReply(question.id, 1_700_000_000_001), ...events)
  return {
    id: `conversation of ${question.id}`,
    title,
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_001,
    pinned: false,
    leafId: reply.id,
    messages: [question, reply],
  }
}
