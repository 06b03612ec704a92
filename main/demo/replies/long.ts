import { type Reply, textReply } from './reply.ts'
import { Varied } from './varied.ts'

/** How long the reply is, in characters; nearly all are ASCII. */
const LENGTH_CHARS = 80_000

const OPENING =
  'This is the demo\'s **canned reply** to the word "long": varied Markdown, made by a fixed rule, the same each time.\n\n'

/** Some 80 KB of headings, paragraphs, lists, code, tables, mathematics and quotes. */
export function longReply(): Reply {
  const varied = new Varied(20_260_801)
  const blocks = [OPENING]
  let length = OPENING.length
  for (let chapter = 1; length < LENGTH_CHARS; chapter++) {
    const text = chapterText(chapter, varied)
    blocks.push(text)
    length += text.length
  }
  return textReply('A long document is wanted; I write chapter after chapter.', blocks.join(''))
}

function chapterText(chapter: number, varied: Varied): string {
  const parts = [
    `## ${chapter}. ${varied.title()}`,
    varied.paragraph(),
    varied.list(chapter % 2 === 0),
    varied.code(chapter),
    varied.paragraph(),
    `### ${chapter}.1 ${varied.title()}`,
    varied.table(),
    varied.mathematics(),
    varied.quote(),
    varied.paragraph(),
  ]
  return `${parts.join('\n\n')}\n\n`
}
