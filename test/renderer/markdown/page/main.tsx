import '../../../../renderer/app/theme.css'
import '../../../../renderer/app/base.css'
import './page.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { LazyMarkdown } from '../../../../renderer/ui/markdown/lazy-markdown.tsx'
import { MarkdownContext } from '../../../../renderer/ui/markdown/markdown-context.ts'

interface State {
  readonly text: string
  readonly streaming: boolean
}

declare global {
  interface Window {
    show(state: State): void
    /** Addresses that were asked to be opened, and what the content policy has refused. */
    opened: string[]
    refused: string[]
  }
}

window.opened = []
window.refused = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  window.refused.push(`${violatedDirective} ${blockedURI}`)
})
const actions = { openLink: (url: string) => window.opened.push(url) }

function Page() {
  const [state, setState] = useState<State>({ text: '', streaming: false })
  window.show = setState
  return (
    <MarkdownContext value={actions}>
      <h1 className="visually-hidden">Thread</h1>
      <h2 className="visually-hidden">Reply</h2>
      <LazyMarkdown {...state} />
    </MarkdownContext>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
