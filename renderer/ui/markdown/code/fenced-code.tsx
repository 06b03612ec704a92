import { codeFence, type Fence } from '../blocks/line-shape.ts'
import { CodeBlock } from './code-block.tsx'

/**
 * A fenced block, straight from its source. While it grows (`closed` false, `open` true) a last line that may
 * yet turn out to be the closing fence is held back.
 */
export function FencedCode({ text, closed, open }: { text: string; closed: boolean; open: boolean }) {
  const firstEnd = text.indexOf('\n')
  const fence = codeFence(firstEnd < 0 ? text : text.slice(0, firstEnd))
  const language = fence?.info.split(/\s/, 1)[0] ?? ''
  const code = firstEnd < 0 || !fence ? '' : codeWithin(text.slice(firstEnd + 1), fence, closed, open)
  return <CodeBlock code={code} language={language} growing={open && !closed} />
}

function codeWithin(body: string, fence: Fence, closed: boolean, open: boolean): string {
  let end = body.length
  if (closed) {
    while (body.endsWith('\n', end)) end--
    end = body.lastIndexOf('\n', end - 1) + 1
  } else if (open) {
    const last = body.lastIndexOf('\n') + 1
    const tail = body.slice(last, last + 8 + fence.size).trim()
    if (tail !== '' && tail === fence.char.repeat(tail.length)) end = last
  }
  const code = body.slice(0, end)
  return fence.indent === 0 ? code : outdented(code, fence.indent)
}

/** Takes away the opening fence's own indentation, as far as each line has it. CommonMark 0.31, §4.5. */
function outdented(code: string, indent: number): string {
  return code.replaceAll(new RegExp(`^ {1,${indent}}`, 'gm'), '')
}
