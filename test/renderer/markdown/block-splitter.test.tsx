import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { BlockSplitter } from '../../../renderer/ui/markdown/blocks/block-splitter.ts'
import { remarkTex } from '../../../renderer/ui/markdown/math/remark-tex.ts'
import { cut, documents } from './documents.ts'

const split = (text: string) => new BlockSplitter().update(text)

/** What the parser alone makes of a text, without the line feeds it puts between blocks. */
function html(text: string): string {
  const markup = renderToStaticMarkup(
    <ReactMarkdown remarkPlugins={[remarkGfm, remarkTex]}>{text}</ReactMarkdown>,
  )
  return markup.replaceAll(/\n|<link [^>]*>/g, '')
}

describe('BlockSplitter', () => {
  test('blocks parsed one by one give what the whole document gives', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const blocks = split(text).map((block) => html(block.text))
        expect(blocks.join('')).toBe(html(text))
      }),
      { numRuns: Number(process.env.RUNS ?? 3000) },
    )
  })

  test('blocks do not depend on how the text came, and keep all of it', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(), { maxLength: 12 }), (text, seeds) => {
        const splitter = new BlockSplitter()
        let sent = ''
        for (const piece of cut(text, seeds)) {
          sent += piece
          expect(splitter.update(sent)).toEqual(split(sent))
        }
        expect(
          split(text)
            .map((block) => block.text)
            .join(''),
        ).toBe(text.replace(/^(?:[ \t]*\n)*/, '').trim() === '' ? '' : text.replace(/^(?:[ \t]*\n)*/, ''))
      }),
    )
  })
})
