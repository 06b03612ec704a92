import { type ReactNode, useMemo } from 'react'
import { useStores } from '../state/context.ts'
import { MarkdownContext } from '../ui/markdown/markdown-context.ts'

/** Lets the links of rendered Markdown open outside the app; main checks every address again. */
export function ExternalLinks({ children }: { children: ReactNode }) {
  const { bridge } = useStores()
  const actions = useMemo(
    () => ({ openLink: (url: string) => void bridge.call('app.openExternal', { url }) }),
    [bridge],
  )
  return <MarkdownContext value={actions}>{children}</MarkdownContext>
}
