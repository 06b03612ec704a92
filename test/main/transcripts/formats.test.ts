// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { htmlPage, htmlTranscript } from '../../../main/transcripts/html.ts'
import { jsonTranscript } from '../../../main/transcripts/json.ts'
import { markdownTranscript } from '../../../main/transcripts/markdown.ts'
import { markdownToHtml } from '../../../main/transcripts/markdown-html.ts'
import { transcriptJsonSchema, transcriptSchema } from '../../../main/transcripts/schema.ts'
import { ALL, HOSTILE, NONE, richConversation } from './transcript-fixtures.ts'

const page = (conversation: ReturnType<typeof richConversation>, parts = ALL) =>
  new DOMParser().parseFromString(
    htmlPage(conversation.title, htmlTranscript(conversation, parts)),
    'text/html',
  )

describe('HTML', () => {
  it('shows who said what, the reasoning, the calls, the figures with their sources, the samples', () => {
    const document = page(richConversation())
    const [question, reply] = [...document.querySelectorAll('article')]
    expect(question?.querySelector('h2')?.textContent).toBe('You')
    expect(question?.querySelector('.typed')?.textContent).toBe('Question?')
    expect(reply?.querySelector('h2')?.textContent).toBe('test-model')
    expect(reply?.querySelector('strong')?.textContent).toBe('answer')
    expect(reply?.querySelector('.reasoning')?.textContent).toContain('Thinking about')
    expect(reply?.querySelector('.call pre')?.textContent).toBe('{"q":"```"}')
    expect(reply?.querySelector('.figures')?.textContent).toMatch(/Tokens16 tokensfrom the server/)
    expect(reply?.querySelector('.figures')?.textContent).toMatch(/Time to first token0.1 smeasured here/)
    expect(reply?.querySelectorAll('.samples tr')).toHaveLength(3)
  })

  it('leaves out what was not asked for', () => {
    const document = page(richConversation(), NONE)
    expect(document.querySelector('.reasoning, .call, .figures, .samples')).toBeNull()
    expect(document.body.textContent).not.toContain('Thinking')
  })

  it('lets nothing through that could load, run or mislead', () => {
    const conversation = richConversation({ title: HOSTILE, text: HOSTILE, answer: HOSTILE })
    const document = page(conversation)
    expect(document.querySelector('script, img, svg, iframe, object, form, link, base, b')).toBeNull()
    expect(document.querySelectorAll('style')).toHaveLength(1)
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
    expect(attributes.filter((name) => name.startsWith('on') || name === 'src' || name === 'style')).toEqual(
      [],
    )
    for (const link of document.querySelectorAll('a'))
      expect(link.getAttribute('href')).toMatch(/^(https?|mailto):/)
    // What was written is still there to be read.
    expect(document.querySelector('.typed')?.textContent).toBe(HOSTILE)
    expect(document.querySelector('h1')?.textContent).toBe(HOSTILE)
    expect(document.querySelector('.reply')?.textContent).toContain('<script>alert(1)</script>')
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(policy).toContain("default-src 'none'")
  })

  it('keeps good links, and text that no parser walks through', () => {
    expect(markdownToHtml('[x](https://example.com/a?b=1&c=2)')).toContain(
      'href="https://example.com/a?b=1&amp;c=2"',
    )
    const deep = '>'.repeat(50_000)
    expect(markdownToHtml(deep).replaceAll(/<[^>]*>|\s/g, '')).toContain('&gt;')
  })

  it('takes 300 kB of code in one block', () => {
    const code = 'const a = "<script>" // ok\n'.repeat(12_000)
    const html = markdownToHtml(`\`\`\`ts\n${code}\`\`\``)
    expect(html).not.toContain('<script>')
    expect(html.match(/&lt;script&gt;/g)).toHaveLength(12_000)
  })
})

describe('Markdown', () => {
  it('holds the texts as they were written', () => {
    const text = markdownTranscript(richConversation({ text: HOSTILE, answer: HOSTILE }), NONE)
    expect(text.split(HOSTILE)).toHaveLength(3)
    expect(text).toContain('## You\n')
    expect(text).toContain('## test\\-model\n')
  })

  it('escapes and fences what the app adds', () => {
    const text = markdownTranscript(richConversation({ title: '# <b>x</b>\n\n[y](z)' }), ALL)
    expect(text.split('\n')[0]).toBe('# \\# \\<b\\>x\\</b\\> \\[y\\]\\(z\\)')
    expect(text).toContain('````json\n{"q":"```"}\n````')
    expect(text).toContain('> Thinking about')
    expect(text).toContain('- Decode rate: 60 tok/s (from the server)')
    expect(text).toContain('| 1 | 15 |  |  |  |')
  })

  it('says how a reply ended that did not end well', () => {
    const conversation = richConversation()
    const [question, reply] = conversation.messages
    if (!question || reply?.role !== 'assistant') throw new Error('no reply')
    const interrupted = { ...reply, turn: { ...reply.turn, end: 'interrupted' as const } }
    expect(markdownTranscript({ ...conversation, messages: [question, interrupted] }, NONE)).toContain(
      'Interrupted',
    )
  })
})

describe('JSON', () => {
  const document = (parts = ALL) =>
    JSON.parse([...jsonTranscript([richConversation(), richConversation()], parts, 5)].join(''))

  it('is what its schema says, with all parts and with none', () => {
    expect(transcriptSchema.safeParse(document()).error).toBeUndefined()
    expect(transcriptSchema.safeParse(document(NONE)).error).toBeUndefined()
    expect(document().conversations).toHaveLength(2)
    const { turn } = document(NONE).conversations[0].messages[1]
    expect(turn).toMatchObject({
      reasoning: '',
      toolCalls: [],
      usage: null,
      samples: [],
      content: 'An **answer**.',
    })
  })

  it('has a published schema that is the one it is checked by', () => {
    const file = join(import.meta.dirname, '../../../main/transcripts/transcript.schema.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(transcriptJsonSchema())
  })

  it('leaves out a reply that still streams', () => {
    const conversation = richConversation()
    const [question, reply] = conversation.messages
    if (!question || reply?.role !== 'assistant') throw new Error('no reply')
    const streaming = { ...reply, turn: { ...reply.turn, end: null } }
    const text = [...jsonTranscript([{ ...conversation, messages: [question, streaming] }], ALL, 5)].join('')
    expect(JSON.parse(text).conversations[0]).toMatchObject({ leafId: question.id, messages: { length: 1 } })
  })
})
