import { type Reply, textReply } from './reply.ts'

/** The answer where `response_format` wants JSON: a bare document, as AFM sends it, without a fence. */
export function jsonReply(keyword: string | undefined): Reply {
  const document = {
    demo: true,
    note: "This is the demo's canned reply: no model made it, and it follows no schema.",
    keyword: keyword ?? null,
    rates: [{ unit: 'tok/s', value: 80 }],
  }
  return textReply('A JSON document is wanted, so no Markdown.', JSON.stringify(document, null, 2))
}
