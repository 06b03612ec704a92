import { memo } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

const plugins = [remarkGfm]

/** A reply's Markdown. `streaming` while more of it may come. */
export const Markdown = memo(function Markdown({ text }: { text: string; streaming: boolean }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>
})
