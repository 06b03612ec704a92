import '../../../../renderer/app/theme.css'
import '../../../../renderer/app/base.css'
import './page.css'
import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Streamdown } from 'streamdown'
import { Markdown } from '../../../../renderer/ui/markdown/markdown.tsx'

/** What is measured: each gets the whole text so far, and whether it is complete. */
const CONTENDERS: Readonly<Record<string, ComponentType<State>>> = {
  ours: Markdown,
  streamdown: ({ text }) => <Streamdown>{text}</Streamdown>,
  plain: ({ text }) => <pre className="plain">{text}</pre>,
}

declare global {
  interface Window {
    /** Mounts a contender; nothing is fed yet. */
    mountContender(name: string): void
    /** Feeds it so many characters of a text with every frame. Resolves when all has been fed. */
    feed(text: string, charsPerFrame: number): Promise<void>
  }
}

interface State {
  readonly text: string
  readonly streaming: boolean
}

let show: (state: State) => void

function Page({ Contender }: { Contender: ComponentType<State> }) {
  const [state, setState] = useState<State>({ text: '', streaming: true })
  show = setState
  return <Contender {...state} />
}

window.mountContender = (name) => {
  const Contender = CONTENDERS[name]
  const root = document.getElementById('root')
  if (!Contender || !root) throw new Error(`No contender ${name}`)
  createRoot(root).render(<Page Contender={Contender} />)
}

window.feed = async (text, charsPerFrame) => {
  const scroller = document.scrollingElement
  for (let fed = 0; fed < text.length; ) {
    await new Promise(requestAnimationFrame)
    fed = Math.min(text.length, fed + charsPerFrame)
    show({ text: text.slice(0, fed), streaming: fed < text.length })
    // As a thread that follows its end does.
    if (scroller) scroller.scrollTop = scroller.scrollHeight
  }
}
