import { useId, useMemo } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { BlockOpenContext } from '../code/block-open-context.ts'
import { elements } from '../elements/elements.tsx'
import { remarkTex } from '../math/remark-tex.ts'
import { isTooDear } from './limits.ts'
import { PlainBlock } from './plain-block.tsx'
import { rehypeTidy } from './rehype-tidy.ts'

// A single tilde is mostly "about", as in ~5 to ~10.
const remarkPlugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }], remarkTex]
const rehypePlugins: Options['rehypePlugins'] = [rehypeTidy]

/** Addresses are judged by the elements that show them, which must see what was written. */
const keepUrl = (url: string) => url

/** A block that needs the parser. Parsed again only when its text changes. */
export function MarkdownBlock({ text, open }: { text: string; open: boolean }) {
  const id = useId()
  const body = useMemo(() => {
    if (isTooDear(text)) return <PlainBlock text={text} />
    return (
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        remarkRehypeOptions={{ clobberPrefix: id }}
        components={elements}
        urlTransform={keepUrl}
      >
        {text}
      </ReactMarkdown>
    )
  }, [text, id])
  return <BlockOpenContext value={open}>{body}</BlockOpenContext>
}
