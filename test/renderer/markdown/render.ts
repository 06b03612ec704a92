import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { Markdown } from '../../../renderer/ui/markdown/markdown.tsx'
import { MarkdownContext } from '../../../renderer/ui/markdown/markdown-context.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A reply in a document, as it is now. */
export interface Rendered {
  readonly root: HTMLElement
  /** The addresses that were asked to be opened. */
  readonly opened: readonly string[]
  show(text: string, streaming: boolean): void
  unmount(): void
}

/** Renders Markdown into the test's document. */
export function mount(): Rendered {
  const root = document.createElement('div')
  document.body.append(root)
  const opened: string[] = []
  const actions = { openLink: (url: string) => opened.push(url) }
  const react = createRoot(root)
  return {
    root,
    opened,
    show: (text, streaming) =>
      act(() =>
        react.render(
          createElement(MarkdownContext, { value: actions }, createElement(Markdown, { text, streaming })),
        ),
      ),
    unmount: () => {
      act(() => react.unmount())
      root.remove()
    },
  }
}

/** The markup of a finished reply. */
export function markup(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text, streaming: false }))
}
