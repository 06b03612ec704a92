import { createContext } from 'react'

/** What rendered Markdown may ask of the app. */
export interface MarkdownActions {
  /** Opens an https or mailto address outside the app. Called only after the user asked for it. */
  openLink(url: string): void
}

/**
 * Hands the actions to links and image chips deep in a reply. The value must be stable: every link reads it.
 * Without a provider a link does nothing, so that a test or a preview cannot navigate by accident.
 */
export const MarkdownContext = createContext<MarkdownActions>({ openLink: () => {} })
