import { type ReactNode, useMemo } from 'react'
import { useStores } from '../state/context.ts'
import { MarkdownContext } from '../ui/markdown/markdown-context.ts'

/** Lets the links of rendered Markdown open outside the app; main checks every address again. */
export function ExternalLinks({ children }: { children: ReactNode }) {
  const { app, bridge } = useStores()
  const actions = useMemo(
    () => ({
      openLink: async (url: string) => {
        const answer = await bridge.call('app.openExternal', { url })
        if (!answer.ok) app.report(answer.error)
      },
    }),
    [app, bridge],
  )
  return <MarkdownContext value={actions}>{children}</MarkdownContext>
}
